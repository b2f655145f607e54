"""The search for variants: sampling until numbers are simple and each misconception shows as it can.

How to read: `Search.variants` yields them one after the other; `pilot` are draws from which it learns
how well misconceptions can show at all, `promising_draws` the best of them, and `_try_draw` makes one
draw and says why it is no variant. Only draws are counted, so that the same seed gives the same
variants everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice
from typing import Any

from exactnb.core.arithmetic.draws import Draws
from exactnb.core.arithmetic.values import Infinite, Undefined
from exactnb.core.expression.results import Decision, Value
from exactnb.core.lazy import once
from exactnb.core.model.quantity import EFFORT
from exactnb.core.problem.problem import Problem
from exactnb.core.record import frozen
from exactnb.errors import ExactnbError, InputError, TooMuch, listing, near, quoted
from exactnb.teach.grading.answer_key import AnswerKey
from exactnb.teach.grading.discrimination import Discrimination, discrimination_by
from exactnb.teach.grading.question_grader import read_or_refused
from exactnb.teach.misconceptions import misconceptions
from exactnb.teach.variants.renaming import Renaming
from exactnb.teach.variants.sampling import DocumentSampler
from exactnb.teach.variants.template import SETTINGS, Template
from exactnb.teach.variants.visibility import (
    GradedLevels,
    Levels,
    Visibility,
    attainable_levels,
    judges_right_values_right,
)

PILOT = 40  # draws that show how well misconceptions can be distinguished
_SHARE = 5  # one in so many draws has to reach the levels of every variant at once
_FEWEST = 4  # draws that reach a level before every variant has to: fewer occur by chance
_NEW = 20  # the first of so many parts of the draws has to have new answers
_MOST = 400  # draws for each variant
_FEW = 4  # draws of each table in the mean, from which on hardly any other remains to be drawn
_ANSWERS = 10_000  # that are remembered as they were read
_AS_IT_IS = Renaming("")
_USED = "the answers are those of another variant"
_ORDINARY = {"zero": "a number", "one": "a number", "a tie": "a decision"}


@frozen(eq=False)
class Draw:
    """A draw that may be a variant: its document, its key, and how well misconceptions show.

    `prepared` is what the search prepares of its key.
    """

    rows: list[list[str]]
    document: Mapping[str, Any]
    key: AnswerKey
    matrix: Discrimination
    levels: GradedLevels
    prepared: Any = None

    @property
    def right_answers(self) -> tuple[str, ...]:
        """Return the right answers."""
        return _right_answer_texts(self.key)

    @property
    def sorted_rows(self) -> tuple[str, ...]:
        """Return the sorted rows: no two variants have the same."""
        return tuple(sorted("\t".join(row) for row in self.rows))


class Search:
    """Find variants of a `template`, sampled from a `seed`.

    `figures` are those to which wrong values are rounded and must still differ; `denominators` is the
    largest of a right answer, `must` the ids of misconceptions to distinguish: by default those of the
    template. `effort` scales the number of draws that may be made; `pilot` is the number of draws that
    show how well misconceptions can be distinguished. `progress` is called with a line of text.
    `prepare` makes of each key what is needed of a variant; where it raises an ExactnbError, another
    one is drawn, and `unprepared` counts why.

    >>> search = Search(Template.read("worked_examples/homework/sheet.toml"), seed=1)
    >>> next(search.variants(1)).right_answers[0]
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
        progress: Callable[[str], object] = lambda _: None,
        prepare: Callable[[AnswerKey], object] = lambda _: None,
    ) -> None:
        self.template = template
        self.seed = seed
        self.figures = figures
        self.denominators = denominators or template.settings["denominators"]
        self.must = must or tuple(template.settings["must"] or ())
        if self.must:  # an id that exists nowhere is refused before any draw
            self._check_ids(frozenset(misconceptions()))
        self.most = max(_MOST * effort // EFFORT, 1)
        self.progress, self.draws = progress, pilot
        self.prepare, self.unprepared = prepare, Counter[str]()
        self.sampler = DocumentSampler(template)
        self._missed = Counter[str]()  # the misconceptions that draws did not tell apart
        self._read = lru_cache(_ANSWERS)(read_or_refused)  # draws share most of their wrong values
        # What became of each table of rows, first of the pilot's: few rows are soon drawn again.
        self._outcomes: dict[bool, dict[Hashable, Draw | str]] = {False: {}, True: {}}

    def variants(self, count: int) -> Iterator[Draw]:
        """Yield `count` variants, no two with the same data, nor the same answers if others exist.

        Raises TooMuch, with the reasons, if the draws do not suffice.
        """
        used: set[tuple[str, ...]] = set()  # answers, and data, of earlier variants
        needed = self.needed_levels
        # Draws that showed what can be told are variants themselves: all is known of them.
        learned = (
            draw
            for draw in self.promising_draws
            if not self._insufficient_misconceptions(draw.levels, needed)
        )
        for number in range(1, count + 1):
            self.progress(f"variant {number} of {count}")
            draw = self._next(number, needed, used, learned)
            used |= {draw.right_answers, draw.sorted_rows}
            yield draw

    @once
    def needed_levels(self) -> Mapping[str, Visibility]:
        """Return how well each misconception has to show in each variant."""
        self._check_must()
        if self.must:
            return {n: least for n, least in self.attainable_levels.items() if _id_of(n) in self.must}
        return self.attainable_levels

    @once
    def attainable_levels(self) -> Mapping[str, Visibility]:
        """Return how well every misconception can show in all variants at once."""
        return attainable_levels(
            [draw.levels for draw in self.promising_draws], self._least_draw_count, self.must
        )

    @once
    def promising_draws(self) -> tuple[Draw, ...]:
        """Return the draws of the pilot in which most shows before values are graded.

        Only required misconceptions are graded for that: one draw that distinguishes them is enough.
        """
        possible = [
            {
                n: draw.levels[n] if _id_of(n) in self.must else best
                for n, best in draw.levels.possible.items()
            }
            for draw in self.pilot_draws
        ]
        needed = attainable_levels(possible, self._least_draw_count, self.must)
        pairs = zip(self.pilot_draws, possible, strict=True)
        return tuple(draw for draw, levels in pairs if not _insufficient_names(levels, needed))

    @property
    def _least_draw_count(self) -> int:
        """Return the number of draws of the pilot that have to reach the levels of every variant."""
        return max(len(self.pilot_draws) // _SHARE, _FEWEST)

    def _check_must(self) -> None:
        """Refuse a required misconception that does not exist here, or is never distinguished."""
        self._check_ids({_id_of(name) for draw in self.pilot_draws for name in draw.levels})
        for identity in self.must:
            best = [least for n, least in self.attainable_levels.items() if _id_of(n) == identity]
            if Visibility.ALONE not in best:
                draws = len(self.pilot_draws)
                message = f"{quoted(identity)} has no wrong value of its own in {draws} draws"
                raise InputError(f"{message}; the summary without it says why", at=SETTINGS / "must")

    def _check_ids(self, ids: Collection[str]) -> None:
        for identity in self.must:
            if identity not in ids:
                message = f"unknown misconception {quoted(identity)}{near(identity, ids)}"
                raise InputError(message, at=SETTINGS / "must")

    @once
    def pilot_draws(self) -> tuple[Draw, ...]:
        """Return some draws with simple numbers, however well misconceptions show; at least one."""
        draws, usable, why = Draws(f"{self.seed}:pilot"), [], Counter[str]()
        for number in range(self.most):
            self.progress(f"learning what can be told, draw {number + 1}")
            made = self._try_draw(draws, None)
            if isinstance(made, Draw):
                usable.append(made)
            else:
                why[made] += 1
            if len(usable) == self.draws:
                break
        if not usable:
            raise TooMuch(f"none of {self.most} draws can be used: {_most_common_reason(why)}")
        return tuple(usable)

    def sampled_problems(self, name: str, count: int, *, even: bool) -> Iterator[Problem]:
        """Yield the problems of `count` draws of a series called `name`, without invalid ones.

        `even` keeps classes that are equally large so.
        """
        draws = Draws(f"{self.seed}:{name}")
        for _ in range(count):
            try:
                yield Problem.from_document(self.sampler.document(draws, even=even))
            except ExactnbError:
                continue

    def _next(
        self, number: int, needed: Levels, used: set[tuple[str, ...]], learned: Iterator[Draw]
    ) -> Draw:
        draws, why = Draws(f"{self.seed}:{number}"), Counter[str]()
        parts = (used if tried < self.most // _NEW else frozenset() for tried in range(self.most))
        first = (_USED if draw.right_answers in used else draw for draw in learned)
        for made in chain(first, (self._try_draw(draws, needed, part) for part in parts)):
            if isinstance(made, Draw) and self.sampler.renamer.is_needed:
                made = self._test_rows(made.rows, None, (), self.sampler.renamer.draw(draws))
                if isinstance(made, Draw) and not _show_as_well(
                    made.levels, needed
                ):  # order may matter
                    made = "other words or labels tell less"
            if isinstance(made, Draw) and made.sorted_rows in used:
                made = "the data are those of another variant"
            if isinstance(made, Draw):
                try:
                    return replace(made, prepared=self.prepare(made.key))
                except ExactnbError as error:
                    made = error.message
                    self.unprepared[made] += 1
            why[made] += 1
        tables = len(self._outcomes[True])
        if tables * _FEW < self.most:  # then patience draws the same again
            hint = (
                f"only {tables} different tables were drawn; add rows or give other [variants] ranges"
            )
        else:
            hint = "other ranges in [variants], more rows or --patience may help"
        raise TooMuch(
            f"none of {self.most} draws is variant {number}; {hint}: {_most_common_reason(why)}"
        )

    def _try_draw(
        self, draws: Draws, needed: Levels | None, used: Collection[tuple[str, ...]] = ()
    ) -> Draw | str:
        """Return one draw, or why it is no variant; rows that were drawn before are not tried again."""
        try:
            rows = self.sampler.rows(draws)
        except ExactnbError as error:
            if str(error).startswith(str(SETTINGS)):
                raise
            return error.message
        outcomes, table = self._outcomes[needed is not None], tuple(map(tuple, rows))
        if table not in outcomes:
            made = self._test_rows(rows, needed, used)
            if made == _USED:  # which it is not for every variant
                return made
            outcomes[table] = made
        made = outcomes[table]
        return _USED if isinstance(made, Draw) and made.right_answers in used else made

    def _test_rows(
        self,
        rows: list[list[str]],
        needed: Levels | None,
        used: Collection[tuple[str, ...]],
        renaming: Renaming = _AS_IT_IS,
    ) -> Draw | str:
        """Return a draw of `rows`, or why they are no variant; cheap conditions come first."""
        try:
            document = self.sampler.document_with_rows(rows, renaming)
            problem = Problem.from_document(document)
            key = AnswerKey(problem, problem.questions, read=self._read)
            if fault := self._key_fault(key):
                return fault
            if _right_answer_texts(key) in used:
                return _USED
            if not judges_right_values_right(key):
                return "a right value is not judged right"
            matrix = discrimination_by(key, figures=self.figures)
        except ExactnbError as error:
            return error.message
        graded = GradedLevels(key, matrix, self.figures)
        if missing := self._insufficient_misconceptions(graded, needed or {}):
            return f"{listing(sorted(set(map(_id_of, missing))))} not told apart"
        return Draw(rows, document, key, matrix, graded)

    def _insufficient_misconceptions(self, reached: GradedLevels, needed: Levels) -> list[str]:
        """Return misconceptions that show less well than `needed`: one, if it needs values graded."""
        missing = _insufficient_names(reached.possible, needed)
        if not missing:
            # Grading takes longest: what other draws missed is graded first, and one miss is enough.
            alone = [name for name, least in needed.items() if least is Visibility.ALONE]
            alone.sort(key=lambda name: -self._missed[name])
            missing = list(islice((name for name in alone if reached[name] < Visibility.ALONE), 1))
        self._missed.update(missing)
        return missing

    def _key_fault(self, key: AnswerKey) -> str:
        """Return what is wrong with the right answers, "" if all are of the template's kinds."""
        if key.unsolved:
            return next(iter(key.unsolved.values()))
        for question, grader in key.asked.items():
            kind, value = _answer_kind(grader.right.value), grader.right.value
            if kind not in self._allowed_kinds[question]:
                return f"{question} is {kind}"
            if isinstance(value, Fraction) and value.denominator > (
                self.denominators or value.denominator
            ):
                return f"a denominator of {question} is larger than {self.denominators}"
        return ""

    @once
    def _allowed_kinds(self) -> Mapping[str, Collection[str]]:
        """Return the kinds that right answers may have: those of the template's.

        A zero, a one or a tie that few draws keep may be lost, which is better than to refuse most
        draws.
        """
        key = AnswerKey(self.template.problem, self.template.questions)
        if key.unsolved:
            raise InputError(next(iter(key.unsolved.values())))
        template_kinds = {
            question: _answer_kind(grader.right.value) for question, grader in key.asked.items()
        }
        occurrences = Counter[tuple[str, str]]()
        if any(kind in _ORDINARY for kind in template_kinds.values()):
            for problem in self.sampled_problems("kinds", PILOT, even=True):
                graders = AnswerKey(problem, problem.questions).asked
                occurrences.update((name, _answer_kind(g.right.value)) for name, g in graders.items())
        kinds = {}
        for question, kind in template_kinds.items():
            is_lost = kind in _ORDINARY and occurrences[question, kind] < PILOT // _SHARE
            kinds[question] = (kind, _ORDINARY[kind]) if is_lost else (kind,)
        return kinds


def _insufficient_names(reached: Levels, needed: Levels) -> list[str]:
    """Return the names of the misconceptions that show less well than `needed`."""
    return [n for n, least in needed.items() if reached.get(n, Visibility.HIDDEN) < least]


def _show_as_well(renamed_levels: Levels, needed: Levels) -> bool:
    """Say whether misconceptions show as well under other names: those of one id one by one."""
    mine, theirs = _levels_by_id(renamed_levels), _levels_by_id(needed)
    for identity, wanted in theirs.items():
        visibilities = [*mine.get(identity, []), *[Visibility.HIDDEN] * len(wanted)]
        if any(visibility < least for visibility, least in zip(visibilities, wanted, strict=False)):
            return False
    return True


def _levels_by_id(by_name: Levels) -> dict[str, list[Visibility]]:
    by_id: dict[str, list[Visibility]] = {}
    for name, visibility in sorted(by_name.items(), key=lambda item: -item[1]):
        by_id.setdefault(_id_of(name), []).append(visibility)
    return by_id


def _id_of(name: str) -> str:
    """Return the id in the name of a misconception, which may be followed by a column in brackets."""
    return name.partition(" (")[0]


def _right_answer_texts(key: AnswerKey) -> tuple[str, ...]:
    return tuple(str(grader.right.value) for grader in key.asked.values())


def _answer_kind(value: Value) -> str:
    """Return the kind of a right answer, which must not be special by chance."""
    if isinstance(value, Undefined | Infinite):
        return "undefined"
    if isinstance(value, Decision):
        return "a decision" if len(value.labels) == 1 else "a tie"
    if value == 0:
        return "zero"
    return "one" if value == 1 else "a number"


def _most_common_reason(why: Counter[str]) -> str:
    return "; ".join(f"{reason} ({times} times)" for reason, times in why.most_common(2))
