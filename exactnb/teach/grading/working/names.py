"""Find names of quantities in a statement: as the problem spells them, in its notations, or shortened.

People who write a working are less careful than those who ask by name: case does not matter where it
tells no two things apart, `x` is the one query whatever it is called, and all cells of a query are it.

How to read: `before`, `last` and `mentions_in` are the doors; `_resolved` tries one reading after
another, the last of them with words that are nearly those of the problem (`_corrected`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from exactnb.core.arithmetic.numerals import number_in
from exactnb.core.lazy import once
from exactnb.core.model.quantities import Quantities
from exactnb.core.naming.names import Item, QuantityName, Role
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.styles import names as styles
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError
from exactnb.explain.rendering.formulas.latex_math import LatexMath
from exactnb.explain.rendering.formulas.text_math import AsciiMath, TextMath

T = TypeVar("T")
_HEAD = re.compile(r"(?<![\w\\])([A-Za-zŷ][A-Za-z_0-9]*)\s*([(\[])")
_CALCULATES = re.compile(
    r"(?:[-+*/^·×)\d]|\\cdot|\\times|\\sum|\\prod|(?:\\|\b)(?:log|ln|log2|log10|exp|sqrt)(?:_\{?\d+\}?)?)\s*$"
)
_WORD = re.compile(r"[A-Za-z_][\w'*-]*|\d+(?:\.\d+)?")
_IS_FACTOR = re.compile(r"[\d)}%]\s*$")
_FUNCTIONS = frozenset(("log", "ln", "log2", "log10", "exp", "sqrt", "max", "min", "frac"))
_LONGEST = 500  # characters of a name in brackets
_A_QUERY = re.compile(r"(?:[xXeEdDtqz]|\\?mathbf\{?x\}?|new|test|query|data)(?:['*]|_\w+|\^\W?\w?)*$")
_RAISED_FIRST = re.compile(r"\^\s*(\{[^{}]*\}|\w)\s*_\s*(\{[^{}]*\}|\w+)")
_VOCABULARY = re.compile(r"\|\s*[Vv](?:oc(?:ab(?:ulary)?)?)?\s*\|")
_NOT = re.compile(r"([Pp]\w*\s*\()\s*not\s+([^,|()]+)((?:\|[^()]*)?\))")
_CONJUNCTION = re.compile(r"\s*(?:[∩∧&]|\\(?:cap|wedge|land)(?![A-Za-z])|\band\b)\s*", re.I)
_LABEL = r"(?:the )?(?:class )?([^|,()=:]{1,60}?)"
_PHRASES = (  # and the names that they stand for
    (rf"prior(?: probability)? (?:of|for) {_LABEL}", "P({})"),
    (rf"posterior(?: probability)? (?:of|for) {_LABEL}", "P({}|x)"),
    (rf"joint(?: probability)? (?:of|for) {_LABEL}", "P({},x)"),
    (rf"(?:likelihood|probability) of {_LABEL} given {_LABEL}", "P({}|{})"),
    (rf"prior odds (?:of |for )?{_LABEL}(?: to | against | over |:){_LABEL}", "odds({}:{})"),
    (rf"posterior odds (?:of |for )?{_LABEL}(?: to | against | over |:){_LABEL}", "odds({}:{}|x)"),
)
_VAGUE_PHRASES = (  # and names that they may stand for, where one of them makes the claim right
    (rf"likelihood (?:of|for) {_LABEL}", "P({},x)"),
    (rf"likelihood (?:of|for) {_LABEL}", "P(x|{})"),
    (rf"probability (?:of|for) {_LABEL}", "P({}|x)"),
    (rf"probability (?:of|for) {_LABEL}", "P({})"),
    (rf"odds (?:of |for )?{_LABEL}(?: to | against | over |\s*:\s*){_LABEL}", "odds({}:{}|x)"),
    (rf"odds (?:of |for )?{_LABEL}(?: to | against | over |\s*:\s*){_LABEL}", "odds({}:{})"),
)
_SPOKEN, _VAGUE = (
    tuple((re.compile(rf"(?:.*\s)?({phrase})", re.I | re.S), name) for phrase, name in phrases)
    for phrases in (_PHRASES, _VAGUE_PHRASES)
)
_SHORTEST, _LONGEST_WORD = 4, 40  # letters of a word that may be misspelt
_SHORTEST_PREFIX = 3  # letters of a column's name: Temp = cool
_DROPPED = re.compile(r"[\s{}]|\\(?:operatorname|text|mathrm|mid|left|right|,|;|!)")


@frozen(slots=True)
class Mention:
    """A name in a formula: where it begins and ends, and the quantity; None where it is none.

    `is_complement` says that it stands for 1 less the quantity, as P(not a) does. `note` says how a
    word in it was read that the problem spells another way.
    """

    start: int
    stop: int
    name: QuantityName | None
    is_complement: bool = False
    note: str = ""


class WorkingNames:
    """Know the names of the quantities of one problem, however a working writes them."""

    def __init__(self, problem: Problem, graph: Quantities) -> None:
        self.problem = problem
        self.graph = graph
        schema = problem.schema
        words = {schema.class_variable, *schema.classes, *schema.words, *map(str, problem.query)}
        self._known = frozenset(words.union(schema.columns, *schema.columns.values()))
        times = Counter(map(str.casefold, self._known))
        self._spelled = {w.casefold(): w for w in self._known if times[w.casefold()] == 1}
        self._resolve = lru_cache(4096)(self._mention_of_name)

    def name_at_end(self, text: str) -> tuple[QuantityName, int] | None:
        """Return the quantity whose name ends a text, and where the name begins; None if there is none.

        >>> from exactnb import Table
        >>> from exactnb.core.model.quantity import Effort
        >>> table = Table.from_rows([("1", "yes"), ("0", "no")], ["a", "play"])
        >>> problem = Problem(table)
        >>> names = WorkingNames(problem, Quantities((), problem.define, Effort()))
        >>> name, at = names.name_at_end("the prior is p(YES) ")
        >>> str(name), at
        ('P(yes)', 13)
        """
        mention = self.mention_at_end(text)
        if mention is None or mention.name is None or mention.is_complement:
            return None
        if _CALCULATES.search(text[: mention.start]):
            return None  # 1 - P(a), log P(a): the name is a part of a formula
        return mention.name, mention.start

    def mention_at_end(self, text: str) -> Mention | None:
        """Return the name that ends `text`, of a quantity or of none; None if no name does."""
        end = len(text.rstrip(" :"))
        bracketed = [span for span in self.spans_of_heads(text) if span[1] == end]
        mentions = [replace(self._resolve(text[a:end]), start=a, stop=end) for a, _ in bracketed]
        for mention in mentions:
            if mention.name is not None:
                return mention
        if len(text) <= 200:
            if (spoken := next(self._mentions_in_words(text[:end], _SPOKEN), None)) is not None:
                return spoken  # in words: the prior of yes
            for start in [0, *(blank.end() for blank in re.finditer(r"\s+", text[:end]))]:
                name = self._quantity_by_notation.get(_without_blanks_and_braces(text[start:end]))
                if name is not None:
                    return Mention(start, end, name)
        return next(iter(mentions), None)

    def mentions_in(self, text: str) -> list[Mention]:
        """Return the names that stand in `text`, a formula, and what looks like one and is none."""
        mentions: list[Mention] = []
        for start, stop in sorted(self.spans_of_heads(text)):
            if not mentions or start >= mentions[-1].stop:
                mentions.append(replace(self._resolve(text[start:stop]), start=start, stop=stop))
        return mentions

    def quantities_meant_by(self, text: str) -> list[QuantityName]:
        """Return the quantities that words at the end of a text may mean: the likelihood of yes."""
        mentions = self._mentions_in_words(text, _VAGUE) if len(text) <= _LONGEST else ()
        return [
            mention.name
            for mention in mentions
            if mention.name is not None and not _CALCULATES.search(text[: mention.start])
        ]

    def _mentions_in_words(
        self, text: str, phrases: Iterable[tuple[re.Pattern[str], str]]
    ) -> Iterator[Mention]:
        for phrase, name in phrases:
            if words := phrase.fullmatch(text):
                mention = self._resolve(name.format(*words.groups()[1:]))
                if mention.name is not None and not mention.note:
                    yield replace(mention, start=words.start(1), stop=len(text))

    def spans_of_heads(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the places in `text` of a head with brackets, and of |V|."""
        yield from (match.span() for match in _VOCABULARY.finditer(text))
        for head in _HEAD.finditer(text):
            times = head[1] in "xX" and _IS_FACTOR.search(text[: head.start()])  # 0.3 x (1 - 0.3)
            if head[1] in _FUNCTIONS or times:
                continue
            depth = 0
            for index in range(head.end() - 1, min(len(text), head.end() + _LONGEST)):
                depth += (text[index] in "([") - (text[index] in ")]")
                if not depth:
                    yield head.start(), index + 1
                    break

    def _mention_of_name(self, text: str) -> Mention:
        """Return the quantity that a text names, without its place."""
        if _VOCABULARY.fullmatch(text):
            text = "vocabulary" if self.problem.schema.words else text
        text = re.sub(r"[¬~]\s*", " not ", text)
        for reading in dict.fromkeys((text, _CONJUNCTION.sub(", ", text))):
            if (name := self._read(reading)) is not None:
                return Mention(0, 0, name)
        text = _CONJUNCTION.sub(", ", text)
        if (opposite := _NOT.fullmatch(text)) and (
            inner := self._mention_of_name("".join(opposite.groups()))
        ).name:
            return replace(inner, is_complement=True)
        return self._mention_after_correction(text)

    @once
    def _words_by_shortened(self) -> Mapping[str, set[str]]:
        """Return the words of the problem by what is left of them without one letter.

        Two words that share such a rest differ by a letter, or by two that changed places. It is a
        look-up, so that long texts of unknown words cost no more than known ones.
        """
        words: dict[str, set[str]] = {}
        for word in self._known:
            for short in _with_a_letter_removed(word):
                words.setdefault(short, set()).add(word)
        return words

    def _mention_after_correction(self, text: str) -> Mention:
        """Return the quantity that is meant if each unknown word is nearly one that is known."""
        notes: list[str] = []
        schema = self.problem.schema
        columns = (*schema.columns, schema.class_variable)

        def corrected(match: re.Match[str]) -> str:
            word = match[0]
            if word in self._known or word.casefold() in self._spelled:
                return word
            near = {
                name
                for short in _with_a_letter_removed(word)
                for name in self._words_by_shortened.get(short, ())
            }
            if match.string[match.end() :].lstrip().startswith("=") and len(word) >= _SHORTEST_PREFIX:
                near = near or {name for name in columns if name.casefold().startswith(word.casefold())}
            if len(near) != 1:
                return word
            notes.append(f"read `{word}` as `{next(iter(near))}`")
            return next(iter(near))

        spelled = _respelled(text, corrected) if len(text) <= _LONGEST else text
        name = self._read(spelled) if notes else None
        return Mention(0, 0, name, note=", ".join(notes) if name is not None else "")

    def _read(self, text: str) -> QuantityName | None:
        text = text.replace("[", "(").replace("]", ")") if text.find("[") == len(_head(text)) else text
        text = re.sub(r"[{}\\]", "", text)
        folded = self._with_words_respelled(text[0].lower() + text[1:] if text[:1] not in "P" else text)
        for reading in (
            text,
            self._with_words_respelled(text),
            self._with_query_letter(self._with_words_respelled(text)),
            folded,
        ):
            with suppress(ExactnbError):
                return self._with_query_for_cells(self.problem.scope.resolve(reading))
        return None

    def _with_words_respelled(self, text: str) -> str:
        """Return a text with words spelled as in the problem, where only one is spelled so."""

        def spelled(match: re.Match[str]) -> str:
            word = match[0]
            return word if word in self._known else self._spelled.get(word.casefold(), word)

        return _respelled(text, spelled)

    def _with_query_letter(self, text: str) -> str:
        """Return a text with the one query for a letter that is no word of the problem."""
        if len(self.problem.query) != 1:
            return text
        (query,) = map(str, self.problem.query)

        head = len(_head(text))
        inside = text[head + 1 : -1]
        parts = [
            f'"{query}"' if part.strip() not in self._known and _A_QUERY.match(part.strip()) else part
            for part in re.split(r"([,|])", inside)
        ]
        return f"{text[: head + 1]}{''.join(parts)})"

    def _with_query_for_cells(self, name: QuantityName) -> QuantityName:
        """Return the name with a query in the place of all its cells; one estimate keeps its name."""
        if name.role is Role.WITHIN and len(name.subjects) == 1:
            return name
        for identity in map(str, self.problem.query):
            cells = self._cells_of_query(name.model, identity)
            left, right = (
                _with_query_for_cells(name.left, cells, identity),
                _with_query_for_cells(name.right, cells, identity),
            )
            if (left, right) != (name.left, name.right):
                return replace(name, left=left, right=right)
        return name

    def _cells_of_query(self, model: str, identity: str) -> frozenset[tuple[str, str]]:
        prediction = self.problem.predictions.get(model)
        if prediction is None or identity not in prediction.queries:
            return frozenset()
        observation = prediction.queries[identity]
        return frozenset() if observation.has_text() else frozenset(observation.cells.items())

    def observed_numbers(self, name: QuantityName) -> list[Fraction]:
        """Return the numbers in the cells that `name` is about: 7.5 of p(length=7.5|k)."""
        cells = [item.value for item in name.items if item.kind == "cell"]
        queries = [item.value for item in name.items if item.kind == "query"]
        cells += [value for query in queries for _, value in self._cells_of_query(name.model, query)]
        numbers = []
        for cell in cells:
            with suppress(ExactnbError):
                numbers.append(number_in(cell))
        return numbers

    @once
    def _quantity_by_notation(self) -> Mapping[str, QuantityName]:
        """Return the quantities by their names in every notation, without blanks and braces."""
        by_notation: dict[str, QuantityName] = {}
        roots = [name.with_head("sd") for name in self.graph if name.head == "variance"]
        for notation in map(self.problem.notation, (None, *styles())):
            writers = (LatexMath(notation), TextMath(notation), AsciiMath(notation))
            for name in (*self.graph, *roots):
                for writer in writers:
                    by_notation.setdefault(
                        _without_blanks_and_braces(writer.marks(notation.marks(name))), name
                    )
        return by_notation


def _with_a_letter_removed(word: str) -> set[str]:
    """Return a word as it is, and without each of its letters; nothing of a short one."""
    if not _SHORTEST <= len(word) <= _LONGEST_WORD or not word.isalpha():
        return set()
    word = word.casefold()
    return {word, *(word[:index] + word[index + 1 :] for index in range(len(word)))}


def _without_blanks_and_braces(text: str) -> str:
    """Return a name without blanks and braces, what is raised behind what is lowered: σ_k^2."""
    return _DROPPED.sub("", _RAISED_FIRST.sub(r"_\2^\1", text.replace("²", "^2")))


def _head(text: str) -> str:
    return re.split(r"[(\[\s]", text, maxsplit=1)[0]


def _respelled(text: str, spelled: Callable[[re.Match[str]], str]) -> str:
    """Return a name with the words behind its head in another spelling."""
    head = len(_head(text))
    return text[:head] + _WORD.sub(spelled, text[head:])


def _with_query_for_cells(
    items: Iterable[T], cells: frozenset[tuple[str, str]], identity: str
) -> tuple[T | Item, ...]:
    """Return items with a query in the place of its cells, if all of them are there."""
    items = tuple(items)
    cell_items = [item for item in items if isinstance(item, Item) and item.kind == "cell"]
    if not cells or {(item.variable, item.value) for item in cell_items} != cells:
        return items
    return (*(item for item in items if item not in cell_items), Item("query", "", identity))
