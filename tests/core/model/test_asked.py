"""What a model answers: every kind of question, worked out by hand once and kept beside its problem.

`python tests/core/model/test_asked.py` writes the files in `asked/` anew: read each line that changes.
A question that is to be answered is put into one of them, as a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from asked_of_models import answered
from thoroughness import all_of

from exactnb import Problem
from exactnb.core.model.deciding import Decider
from exactnb.core.model.probabilities import definitions
from exactnb.core.model.quantities import Quantities
from exactnb.core.model.quantity import Effort
from exactnb.core.naming.names import Item

ASKED = sorted((Path(__file__).parent / "asked").glob("*.txt"))
_CUT = "\n--- what is asked\n"


def read(path: Path) -> tuple[str, list[str]]:
    """Return the problem of a file, and the lines with questions and answers."""
    problem, asked = path.read_text(encoding="utf-8").split(_CUT)
    return problem, asked.splitlines()


def answers(problem: Problem, lines: list[str]) -> Iterator[str]:
    """Yield each question among some lines, and what it is answered now."""
    for text in filter(None, lines):
        if not text.startswith(" "):
            yield text
            yield from (f"  {line}" for line in answered(problem, text))


@all_of("path", ASKED, apart=12)
def test_a_question_is_answered_as_it_was_worked_out(path: Path) -> None:
    """The formula, its reason, the numbers in it, its value and what it costs are those of the file."""
    problem, lines = read(path)
    assert list(answers(Problem.from_text(problem), lines)) == lines


@all_of("path", ASKED, apart=6)
def test_a_quick_decision_is_that_of_the_joints(path: Path) -> None:
    """Every query of every model is decided by enclosures as by the joints that are worked out."""
    for prediction in Problem.from_text(read(path)[0]).predictions.values():
        model, define = prediction.model, definitions(prediction)
        decider = Decider(model, define, Effort())
        for identity, seen in prediction.queries.items():
            items = (Item("query", "", identity),)
            name = model.names.decision(items)
            expected = Quantities([name], define, Effort()).value(name)
            assert decider.decide(model.without_ignored(seen), items) == expected


if __name__ == "__main__":
    for file in ASKED:
        of, questions = read(file)
        told = "\n".join(answers(Problem.from_text(of), questions))
        file.write_text(f"{of}{_CUT}{told}\n", encoding="utf-8")
