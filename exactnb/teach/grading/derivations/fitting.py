"""Find what the letters of a derivation mean, and judge its lines so.

A scope knows usual letters. Others say what they are by where they stand: a letter has the one role
with which the line that it stands in first is right. A letter that is settled is read so ever after,
and a line that no role makes right says nothing of its letters.

How to read: `judge` tries the readings of the letters and returns the best; `FittingJudge` tries the
roles of letters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import product

from exactnb.core.expression import nodes
from exactnb.core.expression.nodes import Call, Expression, Symbol
from exactnb.core.expression.reading.derivations.parser import DerivationChain
from exactnb.core.expression.reading.derivations.signs import CONSTANT, PRIME
from exactnb.core.expression.reading.derivations.statements import DerivationStatement
from exactnb.teach.grading.derivations.evidence import blamed
from exactnb.teach.grading.derivations.introduced import function_key
from exactnb.teach.grading.derivations.judging import DerivationJudge
from exactnb.teach.grading.derivations.lines import DerivationLine, parsed
from exactnb.teach.grading.derivations.meanings import parts_in, symbols_in
from exactnb.teach.grading.derivations.printed import NOTHING, PrintedTheorem
from exactnb.teach.grading.derivations.prose import DerivationProse, read_prose, rows_of_words
from exactnb.teach.grading.derivations.scope import DerivationScope
from exactnb.teach.grading.derivations.substituting import arguments_of
from exactnb.teach.grading.derivations.worlds import DerivationBudget

_MOST_LETTERS = 4  # of a line whose roles are tried together
_OF_SERIES = {"data", "count", "tally"}  # roles that several letters of a line may have
_MOST_UNUSUAL = 2  # of those whose usual role a list says
_MOST_WAYS = 4  # in which letters may be read with the first line that is right in several
_ROUNDS = 2  # a letter that a later line settles is known in an earlier one


def judge(
    scopes: Sequence[DerivationScope], text: str, printed: PrintedTheorem = NOTHING
) -> list[DerivationLine]:
    """Return the lines of `text`, judged in the one of `scopes` and the reading that accept most of it.

    `printed` are the lines of the theorem as they are printed: these are proved.
    """
    lines = parsed(text)
    prose, words = read_prose(text, lines), rows_of_words(text, lines)
    budget = DerivationBudget()
    every, (own, printed) = scopes, printed.as_written(text, lines)
    scopes = [each for each in (scopes if own is None else [own]) if any(each.with_priors(prose))]
    # Words name the family of the prior: a Beta is none of rates.
    scopes = [each for each in scopes if each.prior_families & prose.priors] or scopes
    if prose.priors == {"Beta"}:  # one probability, and no Dirichlet's
        scopes = sorted(scopes, key=lambda each: each.is_constrained)
    first = [chain for _, chains, _ in lines for chain in chains[:1] if not _is_aside(chain)]
    formulas = [side for chain in first for side in chain.sides
                if chain.relations or not isinstance(side, Symbol)]  # fmt: skip
    scopes = [each for each in scopes if each.is_evident_in(formulas)] or scopes
    formulas += [side for argument in arguments_of(prose.arguments) for side in (PRIME, argument)]
    best, best_rank = list[DerivationLine](), (-1, -1, -1, -1)
    best_judge: DerivationJudge | None = None
    meant: list[tuple[DerivationScope, DerivationJudge]] = []  # the readings that accept most of it
    for number, scope in enumerate(scopes):
        for variant in _variants(scope, prose, formulas):
            # The line that states a prior says what its letters are, before any is compared.
            kind = FittingJudge if "states-prior" in variant.flags else DerivationJudge
            judging = kind(variant, lines, printed, budget, prose, words)
            judged = judging.run()
            stated = _first_density_is_right(judged)
            is_lost = not (best_judge and best_judge.has_parameter_line(best))
            is_meant = is_lost or variant.may_be_meant() if stated is None else stated
            is_family = variant.is_constrained != scopes[0].is_constrained  # Beta, and not Dirichlet
            if number and not is_meant and not (is_family and _read(judged) > _read(best)):
                continue  # another parametrisation is tried only where the derivation states it
            rank = _rank(judged)
            # L for log L makes a line wrong at once that L alone leaves unread: both are fitted.
            is_tied = "log-L" in variant.flags and rank[0] == best_rank[0]
            meant = meant if rank <= best_rank or is_tied else []
            meant += [(variant, judging)] if rank >= best_rank else []
            if best_judge is None or rank > best_rank:
                best, best_rank, best_judge = judged, rank, judging
            if _is_decided(judged):
                return judged
    of_roles = DerivationBudget()
    for variant, judging in meant if own is None else ():
        if isinstance(judging, FittingJudge) and not judging.fitted:
            continue  # it was tried above, and no line had a role for a letter
        for _ in range(_ROUNDS):
            before, ways = best_rank, 1
            for turn in range(_MOST_WAYS):
                if turn >= ways:
                    break
                fitting = FittingJudge(variant, lines, printed, of_roles, prose, words)
                fitting.turn = turn
                fitting.usual = {part.letter for line in judging.accepted if line.chain is not None
                                 for part in symbols_in(line.chain.sides)}  # fmt: skip
                judged = fitting.run()
                ways = max(ways, fitting.ways)
                if _rank(judged) > best_rank:
                    best, best_rank, best_judge = judged, _rank(judged), fitting
                if _is_decided(judged):
                    return judged
            if best_rank == before or not isinstance(best_judge, FittingJudge):
                break
            variant = variant.with_names({**variant.names, **best_judge.fitted}, variant.flags)
    if best_judge is None:
        return best
    judged = blamed(best_judge, best, best_judge.torn, prose)
    if own is not None and not any(line.is_to_blame for line in judged):
        # The letters of the print alone are known in it: another line may have others beside them.
        others = judge(every, text, replace(printed, prints=()))
        return others if _rank(others) > best_rank else judged
    return judged


def _is_aside(chain: DerivationChain) -> bool:
    """Say whether a chain has letters that say nothing of those elsewhere, as j ≤ K and B(x, y)."""
    is_of_beta = isinstance(chain.sides[0], Call) and chain.sides[0].head == "B"
    is_range = bool(chain.relations) and not {"=", "∝", "≈"}.intersection(chain.relations)
    return is_of_beta or (is_range and all(isinstance(side, Symbol) for side in chain.sides))


def _variants(
    scope: DerivationScope, prose: DerivationProse, formulas: Sequence[Expression]
) -> Iterator[DerivationScope]:
    """Yield each reading of the letters in a scope; the end of a range of values is their number."""
    for variant in (each for prior in scope.with_priors(prose) for each in prior.variants(formulas)):
        names = variant.names
        sizes = {end: "V" for end, index in prose.ends
                 if prose.is_size(end) and variant.is_constrained and variant.default_axis(index) == "V"
                 and names.get(end, f"free {end}") == f"free {end}"}  # fmt: skip
        yield variant.with_names({**names, **sizes}, variant.flags) if sizes else variant


def _is_decided(judged: Sequence[DerivationLine]) -> bool:
    """Say whether no line that is read is wrong or open: another reading accepts no more."""
    return not any(
        line.is_to_blame or (line.verdict in ("unread", "open") and line.chain) for line in judged
    )


def _read(judged: Sequence[DerivationLine]) -> int:
    """Return how many lines are read."""
    return sum(line.verdict != "unread" for line in judged)


def _rank(judged: Sequence[DerivationLine]) -> tuple[int, int, int, int]:
    """Return how much of the lines a reading accepts, then how much it reads, and how far it gets."""
    blamed_at = ((n, line.link) for n, line in enumerate(judged) if line.is_to_blame)
    first, link = next(blamed_at, (len(judged), 0))
    points = {"right": 2, "does_not_follow": 2, "not_equivalent": 2, "definition": 1, "assumption": 1}
    total = sum(points.get(line.verdict, 0) for line in judged)
    is_read = any(line.verdict not in ("unread", "sentence") for line in judged)
    read = _read(judged)
    return total, read if is_read else -1, first, link  # a reading that reads nothing is none


class FittingJudge(DerivationJudge):
    """Judge statements with letters that have the roles with which lines are right."""

    usual: AbstractSet[str] = frozenset()  # letters of lines that are right as they are read
    turn = 0  # which roles to take where a line is right with several: other lines show which are meant
    ways = 0  # how many there are, once such a line was met

    def run(self) -> list[DerivationLine]:
        """Return a verdict for each statement; `fitted` has the roles that letters have then."""
        self.fitted: dict[str, str] = {}
        return super().run()

    def _best(
        self, statement: DerivationStatement, chains: Sequence[DerivationChain]
    ) -> DerivationLine:
        definitions = dict(self.definitions)
        line = super()._best(statement, chains)
        is_function = line.verdict == "definition" and isinstance(chains[0].sides[0], Call)
        if line.verdict not in ("unread", "wrong") and not is_function:
            return line  # a function that is introduced may be ℓ, by what its letters are
        letters = self._unsettled(chains[0].sides, is_read=line.verdict != "unread")
        if not 0 < len(letters) <= _MOST_LETTERS:
            return line
        before, introduced = self.scope, self.definitions
        self.definitions = dict(definitions)
        fitting: list[dict[str, str]] = []
        own = [before.names.get(letter.letter, "") for letter in letters]
        choices = [dict.fromkeys(filter(None, (*self.scope.roles(letter), role)))
                   for letter, role in zip(letters, own, strict=True)]  # fmt: skip

        def unusual(roles: Sequence[str]) -> int:
            return sum(role != known for known, role in zip(own, roles, strict=True) if known)

        # A letter with an index is another number than one without: m_j a count beside M, their sum.
        settled = (part for part in self.settled() if not part.lower)
        known = {before.names.get(part.letter, "") for part in settled} - _OF_SERIES
        fewest = _MOST_UNUSUAL  # letters with another role than usual; the fewer, the likelier
        for roles in sorted(product(*choices), key=unusual):
            if unusual(roles) > fewest:
                break
            numbers = [role for role in roles if role not in _OF_SERIES]
            if len(set(numbers) - known) < len(numbers):
                continue  # no two letters stand for one number
            names = {letter.letter: role for letter, role in zip(letters, roles, strict=True)}
            self.scope = before.with_names({**before.names, **names}, before.flags)
            if super()._best(statement, chains).verdict == "right":
                fitting.append(names)
                fewest = unusual(roles)
            self.definitions = dict(definitions)
        self.scope = before
        # Another line may show that some of the letters are what they usually are.
        usual = {(letter, before.names.get(letter)) for letter in self.usual}
        fitting.sort(key=lambda names: -len(usual & names.items()))
        if not fitting:
            self.definitions = introduced
            return line
        if len(fitting) > _MOST_WAYS:  # it is right whatever its letters are
            self.scope = before.with_names({**before.names, **fitting[0]}, before.flags)
            line, self.scope = super()._best(statement, chains), before
            return line
        taken = fitting[0] if self.ways else fitting[self.turn % len(fitting)]
        self.ways = self.ways or (len(fitting) if len(fitting) > 1 else 0)
        self.fitted |= taken
        self.scope = before.with_names({**before.names, **taken}, before.flags)
        return super()._best(statement, chains)

    def settled(self) -> Iterator[Symbol]:
        """Yield the letters of the lines that are right, not of a function that they introduce.

        With f(θ) = h log θ + t log(1 − θ), what is said of f′ is right whatever h and t are.
        """
        above = (line.chain.sides for line in self.accepted if line.chain is not None)
        return (part for row in above if not any(map(self._is_introduced, parts_in(row)))
                for part in symbols_in(row))  # fmt: skip

    def _is_introduced(self, part: Expression) -> bool:
        """Say whether `part` is a function that the derivation introduced, compared with nothing."""
        key = function_key(part) if isinstance(part, Call) else ""
        return key in self.definitions and key not in self.objectives

    def _unsettled(self, sides: Sequence[Expression], *, is_read: bool) -> list[Symbol]:
        """Return the letters of some sides that no line has settled, each once.

        Of sides that are read (`is_read`) they are those that may be another number than usual.
        """
        settled = {part.letter for part in self.settled() if self._is_known(part)}
        # Words say the letters of a prior; whether the second is a rate or a scale, lines say.
        settled |= {name for name in self.prose.prior_letters
                    if self.scope.names.get(name, "hyper scale") != "hyper scale"}  # fmt: skip
        parts = list(symbols_in(sides))
        calls = (part for part in parts_in(sides) if isinstance(part, Call))
        arguments = (part for call in calls for part in (*call.left, *call.right))
        inside = Counter(part.letter for part in arguments if isinstance(part, Symbol))
        times = Counter(part.letter for part in parts)
        parts = [part for part in parts if times[part.letter] > inside[part.letter]]  # no D of p(θ | D)
        running = {index.letter for part in parts for index in (*part.lower, *part.upper)
                   if isinstance(index, Symbol)}  # fmt: skip
        running |= {part.index.letter for part in parts_in(sides) if isinstance(part, nodes.Series)}
        letters: dict[str, Symbol] = {}
        for part in parts:
            name = part.letter
            if name in settled | running or self.is_defined(part) or part in (PRIME, CONSTANT):
                continue
            is_weak = self.scope.names.get(name, "") in self.scope.weak_roles(name)
            is_weak &= not self.prose.is_size(name)
            if is_weak or not (is_read or self._is_known(part)):
                letters.setdefault(name, part)
        return list(letters.values())


def _first_density_is_right(judged: Sequence[DerivationLine]) -> bool | None:
    """Say whether the first line about a density or a probability is right; None if there is none."""
    about = (
        line.verdict == "right"
        for line in judged
        if (line.verdict == "right" or line.is_to_blame)
        and line.chain is not None
        and any(isinstance(part, Call) for part in parts_in(line.chain.sides))
    )
    return next(about, None)
