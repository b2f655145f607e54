"""The search for variants: draws, until numbers are nice and each misconception shows as it can.

How to read: `Search.variants` finds them one after the other; `pilot` learns from some draws what can
be told at all, and `_tried` makes one draw and says why it is none. Only draws
are counted, so that the same seed gives the same variants everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.results import Decision, Value
from exactnb.core.lazy import once
from exactnb.core.model.effort import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, TooMuch, listing, near, quoted
from exactnb.teach.alternatives.registry import misconception_ids
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.discrimination import Discrimination, discrimination_by
from exactnb.teach.variants.drawing import Drawing
from exactnb.teach.variants.renaming import Renaming
from exactnb.teach.variants.telling import Levels, Told, attainable, levels, proved, reaches
from exactnb.teach.variants.template import SETTINGS, Template

PILOT = 40  # draws from which is learnt what can be told
_SHARE = 5  # one in so many draws tells at once what every variant tells
_FEWEST = 4  # draws that show something, before every variant has to: fewer are met by chance
_NEW = 20  # a part in so many of the draws has to have answers of its own
_MOST = 400  # draws for each variant
_ORDINARY = {"zero": "a number", "one": "a number", "a tie": "a decision"}


@frozen(eq=False)
class Draw:
    """A draw that may be a variant: its document, its key, and what its sheet tells."""

    rows: list[list[str]]
    document: Mapping[str, Any]
    key: AnswerKey
    matrix: Discrimination
    levels: Levels

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the right answers."""
        return _answers(self.key)

    @property
    def data(self) -> tuple[str, ...]:
        """Return the rows, in an order that says nothing: no two variants have the same."""
        return tuple(sorted("\t".join(row) for row in self.rows))


class Search:
    """Find variants of a template.

    `figures` are those with which values are typed and still told apart; `denominators` the largest of
    a right answer, `must` the ids of what has to be told: those that the template says, unless given.
    `effort` says how many draws may be made, as a part or a multiple of the usual effort; from as many
    as `pilot` says is learnt what can be told.

    >>> search = Search(Template.read("worked_examples/homework/sheet.toml"), seed=1)
    >>> next(search.variants(1)).answers[0]
    '9/14'
    """

    def __init__(
        self,
        template: Template,
        seed: int | str,
        *,
        figures: int | None = None,
        denominators: int | None = None,
        must: tuple[str, ...] = (),
        effort: int = EFFORT,
        pilot: int = PILOT,
        told: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.template = template
        self.seed = seed
        self.figures = figures
        self.denominators = denominators or template.settings["denominators"]
        self.must = must or tuple(template.settings["must"] or ())
        if self.must:  # what is none anywhere is refused before any draw
            self._check_ids(misconception_ids())
        self.most = max(_MOST * effort // EFFORT, 1)
        self.told, self.draws = told, pilot
        self.drawing = Drawing(template)

    def variants(self, count: int) -> Iterator[Draw]:
        """Yield so many variants, no two with the same data, nor answers where others are to be had.

        Raises TooMuch, with what is missing, where the draws do not do.
        """
        known: set[tuple[str, ...]] = set()  # answers, and data
        needed = self.needed
        for number in range(1, count + 1):
            self.told(f"variant {number} of {count}")
            found = self._next(number, needed, known)
            known |= {found.answers, found.data}
            yield found

    @once
    def needed(self) -> Mapping[str, Told]:
        """Return how well each variant has to show each misconception."""
        self._check_must()
        if self.must:
            return {n: told for n, told in self.able.items() if _id(n) in self.must}
        return self.able

    @once
    def able(self) -> Mapping[str, Told]:
        """Return how well all variants can show every misconception at once."""
        found = [draw.levels for draw in self.pilot]
        return attainable(found, max(len(found) // _SHARE, _FEWEST), self.must)

    def _check_must(self) -> None:
        """Refuse what has to be told and is no misconception here, or is never told."""
        self._check_ids({_id(name) for draw in self.pilot for name in draw.levels})
        for identity in self.must:
            if all(told is not Told.ALONE for name, told in self.able.items() if _id(name) == identity):
                told = f"{quoted(identity)} has no wrong value of its own in {len(self.pilot)} draws"
                raise InputError(f"{told}; the summary without it says why", at=SETTINGS / "must")

    def _check_ids(self, known: Collection[str]) -> None:
        for identity in self.must:
            if identity not in known:
                told = f"unknown misconception {quoted(identity)}{near(identity, known)}"
                raise InputError(told, at=SETTINGS / "must")

    @once
    def pilot(self) -> tuple[Draw, ...]:
        """Return some draws whose numbers are nice, whatever they tell; at least one."""
        draws, found, why = Draws(f"{self.seed}:pilot"), [], Counter[str]()
        for number in range(self.most):
            self.told(f"learning what can be told, draw {number + 1}")
            made = self._tried(draws, None)
            if isinstance(made, Draw):
                found.append(made)
            else:
                why[made] += 1
            if len(found) == self.draws:
                break
        if not found:
            raise TooMuch(f"none of {self.most} draws can be used: {_most_often(why)}")
        return tuple(found)

    def drawn(self, name: str, count: int, *, even: bool) -> Iterator[Problem]:
        """Yield the problems of some other draws, those that are problems."""
        draws = Draws(f"{self.seed}:{name}")
        for _ in range(count):
            try:
                yield Problem.from_document(self.drawing.document(draws, even=even))
            except ExactnbError:
                continue

    def _next(self, number: int, needed: Levels, known: set[tuple[str, ...]]) -> Draw:
        draws, why = Draws(f"{self.seed}:{number}"), Counter[str]()
        for tried in range(self.most):
            made = self._tried(draws, needed, known if tried < self.most // _NEW else frozenset())
            if isinstance(made, Draw) and self.drawing.renamed.is_needed:
                made = self._renamed(made, draws, needed)
            if isinstance(made, Draw) and made.data in known:
                made = "the data are those of another variant"
            if isinstance(made, Draw):
                return made
            why[made] += 1
        told = f"none of {self.most} draws is variant {number}: {_most_often(why)}"
        raise TooMuch(f"{told}; other ranges in [variants], more rows or --patience may help")

    def _tried(
        self, draws: Draws, needed: Levels | None, known: Collection[tuple[str, ...]] = ()
    ) -> Draw | str:
        """Return one draw, or why it is no variant: what is cheap to see is looked at first."""
        try:
            rows = self.drawing.rows(draws)
            document = self.drawing.written(rows, Renaming(""))
            problem = Problem.from_document(document)
            key = AnswerKey(problem, problem.questions)
            if fault := self._fault(key):
                return fault
            if known and _answers(key) in known:
                return "the answers are those of another variant"
            matrix = discrimination_by(key, figures=self.figures)
        except InputError as error:
            if str(error).startswith(str(SETTINGS)):
                raise
            return error.message
        except ExactnbError as error:
            return error.message
        if needed is not None and not reaches(levels(matrix), needed):
            return _missing(levels(matrix), needed)
        wanted = None if needed is None else {n for n, told in needed.items() if told is Told.ALONE}
        found = proved(key, matrix, self.figures, wanted)
        if found is None:
            return "a right value is not judged right"
        if needed is not None and not reaches(found, needed):
            return _missing(found, needed)
        return Draw(rows, document, key, matrix, found)

    def _renamed(self, draw: Draw, draws: Draws, needed: Levels) -> Draw | str:
        """Return a draw in other words and labels: in another order they may tell something else."""
        try:
            document = self.drawing.written(draw.rows, self.drawing.renamed.draw(draws))
            problem = Problem.from_document(document)
            key = AnswerKey(problem, problem.questions)
            matrix = discrimination_by(key, figures=self.figures)
            found = proved(key, matrix, self.figures)
        except ExactnbError as error:
            return error.message
        if found is None or not _as_well(found, needed):
            return "other words or labels tell less"
        return Draw(draw.rows, document, key, matrix, found)

    def _fault(self, key: AnswerKey) -> str:
        """Return what is not nice about the right answers, "" if all are as those of the template."""
        if key.unsolved:
            return next(iter(key.unsolved.values()))
        for question, asked in key.asked.items():
            kind, value = _kind(asked.right.value), asked.right.value
            if kind not in self._kinds[question]:
                return f"{question} is {kind}"
            if isinstance(value, Fraction) and value.denominator > (
                self.denominators or value.denominator
            ):
                return f"a denominator of {question} is larger than {self.denominators}"
        return ""

    @once
    def _kinds(self) -> Mapping[str, Collection[str]]:
        """Return what the right answers may be: what those of the template are.

        A zero, a one or a tie that few draws keep may be lost, rather than refuse most of them.
        """
        key = AnswerKey(self.template.problem, self.template.questions)
        if key.unsolved:
            raise InputError(next(iter(key.unsolved.values())))
        own = {question: _kind(asked.right.value) for question, asked in key.asked.items()}
        kept = Counter[tuple[str, str]]()
        if any(kind in _ORDINARY for kind in own.values()):
            for problem in self.drawn("kinds", PILOT, even=True):
                drawn = AnswerKey(problem, problem.questions).asked
                kept.update((question, _kind(asked.right.value)) for question, asked in drawn.items())
        found = {}
        for question, kind in own.items():
            is_lost = kind in _ORDINARY and kept[question, kind] < PILOT // _SHARE
            found[question] = (kind, _ORDINARY[kind]) if is_lost else (kind,)
        return found


def _as_well(found: Levels, needed: Levels) -> bool:
    """Say whether misconceptions show as well under other names: those of one id one by one."""
    mine, theirs = _by_id(found), _by_id(needed)
    for identity, wanted in theirs.items():
        shown = [*mine.get(identity, []), *[Told.HIDDEN] * len(wanted)]
        if any(told < least for told, least in zip(shown, wanted, strict=False)):
            return False
    return True


def _by_id(found: Levels) -> dict[str, list[Told]]:
    out: dict[str, list[Told]] = {}
    for name, told in sorted(found.items(), key=lambda item: -item[1]):
        out.setdefault(_id(name), []).append(told)
    return out


def _id(name: str) -> str:
    """Return the id in the name of a misconception, which may go on with a column in brackets."""
    return name.partition(" (")[0]


def _answers(key: AnswerKey) -> tuple[str, ...]:
    return tuple(str(asked.right.value) for asked in key.asked.values())


def _kind(value: Value) -> str:
    """Return what a right answer must not be by chance, if the template's is not."""
    if isinstance(value, Undefined | Infinite):
        return "undefined"
    if isinstance(value, Decision):
        return "a decision" if len(value.labels) == 1 else "a tie"
    if value == 0:
        return "zero"
    return "one" if value == 1 else "a number"


def _missing(found: Levels, needed: Levels) -> str:
    missing = sorted({_id(n) for n, least in needed.items() if found.get(n, Told.HIDDEN) < least})
    return f"{listing(missing)} not told apart"


def _most_often(why: Counter[str]) -> str:
    return "; ".join(f"{reason} ({times} times)" for reason, times in why.most_common(2))
