"""Proofs that are kept: what they hold for, what they are worth when anything changes.

Run this file to prove every theorem and write the digests anew.
"""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2] / "helpers"), str(Path(__file__).parents[3])]

import pytest
from thoroughness import one_in
from worked import problem_file, proved

import exactnb
from exactnb import Family, derive, solve
from exactnb.core.expression.nodes import Integer, Sum
from exactnb.explain.derivation import Chain, Derivation, Line, Rejected, Remark, Step
from exactnb.explain.proving import cached_prover, new_prover, proof_digests, prove
from exactnb.explain.proving.proof_digests import DIGESTS, Accepted, checker_digest, digest, is_recorded
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.theorems import names, theorem

PACKAGE = Path(exactnb.__file__).parent
SHORT = "prior-mle-two"


@cache
def checker_files() -> list[str]:
    """Return every file of the package whose code a proof can run, found by what files import."""
    found: set[Path] = set()
    waiting = [PACKAGE / "explain" / "proving" / "prover.py"]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += (other for name in imports(ast.parse(file.read_text())) for other in files(name))
    return sorted(file.relative_to(PACKAGE).as_posix() for file in found)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield what is imported anywhere, but for the sake of types alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            named = [f"{node.module}.{alias.name}" for alias in node.names]
            own = [name for name in named if any(True for _ in files(name))]
            # a module out of a room is that module, and not what the door of the room offers
            yield from own if own == named else (node.module, *own)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        yield from imports(node)


def files(module: str) -> Iterator[Path]:
    """Yield the file of a module of the package."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    if module.startswith("exactnb."):
        yield from filter(Path.is_file, (path.with_suffix(".py"), path / "__init__.py"))


def proved_steps(name: str) -> tuple[Step, ...]:
    """Return the steps of a theorem, proved anew."""
    return proved(name).verified.derivation.steps


def written(steps: Callable[[str], tuple[Step, ...]] = proved_steps) -> str:
    """Return what is kept, once every theorem was proved."""
    checker = checker_files()
    lines = [f"file {name}" for name in checker]
    lines += [f"checker {checker_digest(checker)}"]
    lines += [f"theorem {name} {digest(steps(name))}" for name in names()]
    return "\n".join(lines) + "\n"


def test_what_is_kept_is_current() -> None:
    """Every theorem has the digest that is kept, and so has the checker; other tests prove them all."""
    assert DIGESTS.read_text() == written(lambda name: theorem(name).steps())


@pytest.mark.exhaustive
def test_what_is_kept_was_proved() -> None:
    """What is kept is what a proof of every theorem goes through."""
    assert DIGESTS.read_text() == written()


@pytest.mark.exhaustive
def test_the_checker_is_all_that_a_proof_runs() -> None:
    """While theorems of every kind are proved, no function of the package runs but in files listed."""
    few = [SHORT, "negative-binomial-mle", "lda-mle"]
    listed = {str(PACKAGE / name) for name in checker_files()} | {prove.__code__.co_filename}
    steps = [theorem(name).steps() for name in few]
    ran: set[str] = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: ran.add(frame.f_code.co_filename))
    try:
        for each in steps:
            prover = Prover()
            assert not any(problem for step in each for _, problem in prover.step_problems(step))
    finally:
        sys.setprofile(before)
    own = {file for file in ran if file.startswith(str(PACKAGE))}
    assert {file.removeprefix(str(PACKAGE)) for file in own - listed} == set()
    assert str(PACKAGE / "explain" / "proving" / "forms" / "signs.py") in own


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[Step]:
    """Return the steps that are proved while a test runs."""
    done: list[Step] = []
    own = Prover.step_problems

    def step_problems(self: Prover, step: Step) -> object:
        done.append(step)
        return own(self, step)

    monkeypatch.setattr(Prover, "step_problems", step_problems)
    return done


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the files that are kept and of the list, which may be changed."""
    for name in checker_files():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, tmp_path / name)
    shutil.copy(DIGESTS, tmp_path / DIGESTS.name)
    monkeypatch.setattr(proof_digests, "_PACKAGE", tmp_path)
    monkeypatch.setattr(proof_digests, "DIGESTS", tmp_path / DIGESTS.name)
    return tmp_path


def test_what_is_kept_is_not_proved_twice(proofs: list[Step]) -> None:
    """A theorem of the package is proved only if asked for, and printed alike either way."""
    text = derive(SHORT).text()
    assert not proofs
    assert derive(SHORT, anew=True).text() == text
    assert len(proofs) == len(theorem(SHORT).steps())


def test_a_stated_family_is_derived_and_proved_once(proofs: list[Step]) -> None:
    """However often it is stated, a process proves each line once, unless asked to do so anew."""
    keys = {"density": "w exp(-w x)", "support": "x > 0", "parameters": {"w": "w > 0"}}
    first, again = (Family.of(**keys, name="once") for _ in range(2))  # type: ignore[arg-type]
    assert first.declared.estimator is again.declared.estimator
    text = derive(first).text()
    steps, before = derive(first).verified.derivation.steps, len(proofs)
    assert set(steps) <= set(proofs)
    assert derive(again).text() == text
    assert len(proofs) == before
    assert derive(again, anew=True).text() == text
    assert len(proofs) == before + len(steps)
    wrong = changed(steps, replace(last(steps), right=Integer(1)))
    assert not is_recorded(wrong)
    with pytest.raises(Rejected):
        prove(Derivation("t", "", (), wrong), anew=False)


@pytest.mark.exhaustive
def test_solutions_rest_on_what_is_kept(proofs: list[Step]) -> None:
    """Theorems behind the estimates of a solution have other titles, and the same lines."""
    problem = problem_file("mixed_families")
    text = solve(problem, why=True).text()
    assert not proofs
    assert solve(problem, why=True, anew=True).text() == text
    assert proofs


@pytest.mark.exhaustive
def test_every_theorem_is_kept() -> None:
    """None of the theorems of the package is proved while someone waits."""
    assert all(is_recorded(theorem(name).steps()) for name in names())


@one_in(
    3,
    "name",
    [
        "explain/proving/forms/signs.py",
        "core/expression/tree.py",
        "core/arithmetic/polynomials.py",
    ],
)
def test_another_checker_proves_anew(name: str, package: Path, proofs: list[Step]) -> None:
    """One more space in a file of the checker, and nothing is kept any more."""
    assert is_recorded(theorem(SHORT).steps())
    file = package / name
    file.write_text(file.read_text() + " ")
    assert not is_recorded(theorem(SHORT).steps())
    derive(SHORT)
    assert proofs


@one_in(
    6,
    "damage",
    [
        lambda text: "",
        lambda text: "\n",
        lambda text: text.replace("checker ", "checker 0"),
        lambda text: "\n".join(line for line in text.splitlines() if not line.startswith("checker")),
        lambda text: text.replace("file explain/proving/forms/signs.py\n", ""),
        lambda text: text + "file\n",
        lambda text: text.replace("file explain/proving/forms/signs.py", "file ../signs.py"),
        lambda text: text + "ä",
    ],
)
def test_a_damaged_list_keeps_nothing(damage: object, package: Path, proofs: list[Step]) -> None:
    """Without its list, or with any other one, the checker proves as ever."""
    list_ = package / DIGESTS.name
    list_.write_text(damage(list_.read_text()))  # type: ignore[operator]
    derive(SHORT)
    assert proofs


@pytest.mark.exhaustive
@pytest.mark.parametrize("missing", [DIGESTS.name, "explain/proving/forms/signs.py"])
def test_a_missing_file_keeps_nothing(missing: str, package: Path, proofs: list[Step]) -> None:
    """Where sources are not there to be read, as in an archive, theorems are proved."""
    (package / missing).unlink()
    derive(SHORT)
    assert proofs


def changed(steps: tuple[Step, ...], line: Line) -> tuple[Step, ...]:
    """Return steps with the last line of the last chain changed to another one."""
    at, step = [(at, step) for at, step in enumerate(steps) if any(step.chains())][-1]
    number = max(n for n, block in enumerate(step.blocks) if isinstance(block, Chain))
    chain = step.blocks[number]
    assert isinstance(chain, Chain)
    block = replace(chain, lines=(*chain.lines[:-1], line))
    blocks = (*step.blocks[:number], block, *step.blocks[number + 1 :])
    return (*steps[:at], replace(step, blocks=blocks), *steps[at + 1 :])


def last(steps: tuple[Step, ...]) -> Line:
    return [chain.lines[-1] for step in steps for chain in step.chains()][-1]


@one_in(3, "name", [SHORT, "bernoulli-map", "lda-mle"])
def test_another_line_is_not_kept(name: str) -> None:
    """A theorem with a line that does not hold is rejected, however much of it was proved before."""
    steps = theorem(name).steps()
    line = last(steps)
    wrong = changed(steps, replace(line, right=Sum((line.right, Integer(1)))))
    assert not is_recorded(wrong)
    with pytest.raises(Rejected):
        prove(Derivation("t", "", (), wrong), anew=False)


def test_parts_of_a_theorem_are_not_kept() -> None:
    """Steps left out, exchanged or written twice are proved by themselves."""
    steps = theorem("bernoulli-mle").steps()
    assert len(steps) > 2
    for other in (steps[1:], steps[:-1], (*steps[1:], steps[0]), (*steps, steps[-1]), ()):
        assert not is_recorded(other)
    with pytest.raises(Rejected):
        prove(Derivation("t", "", (), steps[1:]), anew=False)


def test_two_theorems_in_one_are_not_kept() -> None:
    """Steps of one theorem under the name of another are proved together, or not at all."""
    steps, more = theorem(SHORT).steps(), theorem("bernoulli-mle").steps()
    other = tuple(replace(step, theorem=steps[0].theorem) for step in more)
    assert isinstance(cached_prover(steps), Accepted)
    assert isinstance(cached_prover((*steps, *other)), Prover)


def test_only_the_steps_that_are_kept_are_accepted() -> None:
    """What was kept accepts its own steps, each once, in their order."""
    first, second, *_ = theorem(SHORT).steps()

    def problems(*steps: Step) -> set[str]:
        accepted = Accepted((first, second))
        return {problem for step in steps for _, problem in accepted.step_problems(step)}

    assert problems(first, second) == {""}
    assert problems(second) == problems(replace(first)) == {"this step was not proved"}
    assert problems(first, first) == {"", "this step was not proved"}


def test_no_two_blocks_are_spelled_alike() -> None:
    """A truth is no number and text is none, nesting is told; what may change is refused."""
    step = Step("k", "t", ())
    numbers = [(True,), (1,), ("1",), ((1,),), (1, ()), (None,), ("(1,)",), (Integer(1),)]
    blocks = [*numbers, ("a", "b"), ("ab",)]
    assert len({digest([replace(step, blocks=of)]) for of in blocks}) == len(blocks)  # type: ignore[arg-type]
    one, two = replace(step, blocks=(1,)), replace(step, blocks=(1, 1))  # type: ignore[arg-type]
    assert digest([one, one]) != digest([two])
    for other in ([1], {1}, {1: 1}, 1.0, Fraction(1)):
        with pytest.raises(TypeError, match="cannot be kept"):
            digest([replace(step, blocks=(other,))])  # type: ignore[arg-type]


def test_titles_are_no_part_of_a_proof() -> None:
    """The same lines are kept under any title, and a number in it is refused as ever."""
    steps = theorem(SHORT).steps()
    assert is_recorded(tuple(replace(step, title="Other") for step in steps))
    with pytest.raises(Rejected, match="no number stands in prose"):
        prove(Derivation("t", "", (), (replace(steps[0], title="1"), *steps[1:])), anew=False)


@pytest.mark.exhaustive
def test_a_server_forgets_what_it_proved_long_ago() -> None:
    """A process remembers its latest 1,000 theorems, each for what it printed."""
    first, *others = (
        (replace(theorem(SHORT).steps()[0], blocks=(Remark((str(number),)),)),)
        for number in range(1_001)
    )
    for steps in (first, *others):
        proof_digests.remember_proved(steps)
    assert not is_recorded(first)
    assert all(map(is_recorded, (others[0], others[-1])))


def test_new_provers_know_nothing() -> None:
    """What proves anew asks no list."""
    assert isinstance(new_prover(theorem(SHORT).steps()), Prover)


def main() -> None:
    """Prove every theorem and write the digests anew."""
    DIGESTS.write_text(written())


if __name__ == "__main__":
    main()
