"""Four newsgroups, as lecture notes classify them: does a word occur, and shares clipped at 1e-14.

python four_groups.py [FOLDER]

fetches 20 Newsgroups with scikit-learn (once, over the network), prints what the notes print, and with
a FOLDER writes the documents there as JSON lines, for `exactnb classify`. It needs exactnb[sklearn].
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from exactnb.logspace import Classifier, Part, Predictions
from exactnb.scale.classify.vocabulary import Vocabulary

CLASSES = ("alt.atheism", "comp.graphics", "sci.med", "soc.religion.christian")
SENTENCE = "OpenGL on the GPU is fast"
# Of 15 words in 55 documents each, 7 fill up the thousand. Which ones depended on how the notes' tools
# sort; exactnb takes the first in alphabetical order.
NOT_IN_THE_NOTES = {"below", "currently", "decided"}
IN_THE_NOTES = {"eat", "illinois", "lab"}


def main(arguments: Sequence[str], fetch: Callable[..., Any]) -> None:
    """Fetch the documents, and print what the notes print."""
    found = fetch(subset="train", categories=list(CLASSES), shuffle=True, random_state=42)
    texts: list[str] = list(found.data)
    labels = [found.target_names[at] for at in found.target]
    if arguments:
        write(Path(arguments[0]) / "four_groups.jsonl", texts, labels)
    sizes = Counter(labels)
    print("proportions ", ", ".join(f"{sizes[label]}/{len(texts)}" for label in CLASSES))
    known = Vocabulary.learn(texts)
    column = known.column_by_word
    places = ", ".join(f"{word} is number {column[word]}" for word in ("church", "computer"))
    print(f"vocabulary   {len(known.words):,} words; {places}")
    thousand = set(Vocabulary.learn(texts, limit=1000).words)
    words = Vocabulary(tuple(sorted(thousand - NOT_IN_THE_NOTES | IN_THE_NOTES)))
    model, clipped = labelled(words, texts, labels, amount=0, clip="1e-14")
    print("the first    ", " ".join(str(CLASSES.index(label)) for label in clipped.labels[:10]))
    print(f"clipped      {right(clipped, labels):,} of {len(texts):,} right")
    _, plain = labelled(words, texts, labels, amount=0)
    print(f"true zeros   {right(plain, labels):,} of {len(texts):,} right")
    (decided,) = model.predict(words.rows([SENTENCE], binary=True)).labels
    print(f"{SENTENCE!r}: {decided}")


def labelled(
    words: Vocabulary, texts: Sequence[str], labels: Sequence[str], **part: Any
) -> tuple[Classifier, Predictions]:
    """Return a Bernoulli model, and what it says of the documents that it was estimated from."""
    rows = words.rows(texts, binary=True)
    model = Classifier.fit(rows, labels, [Part("bernoulli", **part)], classes=CLASSES)
    return model, model.predict(rows)


def right(found: Predictions, labels: Sequence[str]) -> int:
    """Return how many labels are those of the documents."""
    return sum(map(str.__eq__, found.labels, labels))


def write(path: Path, texts: Sequence[str], labels: Sequence[str]) -> None:
    """Write the documents as JSON lines, with the class of each."""
    pairs = zip(texts, labels, strict=True)
    lines = (
        json.dumps({"id": str(at), "class": k, "text": text}) for at, (text, k) in enumerate(pairs)
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    from sklearn.datasets import fetch_20newsgroups

    main(sys.argv[1:], fetch_20newsgroups)
