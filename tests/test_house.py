"""The order of the rooms, lazy imports, file length, and the linters."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from thoroughness import all_of

from exactnb.core import families

pytestmark = pytest.mark.xdist_group("house")  # each file is parsed once

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "exactnb"
WINGS = {
    "core": "lazy record shown arguments arithmetic naming expression data conventions families model "
    "quantities problem",
    "explain": "derivation proving rendering solution",
    "teach": "misconceptions alternatives answers grading auditing variants slips exporting",
    "scale": "counting logspace classify explaining",
    "interfaces": "sklearn site cli",
}
"""The wings in their order, and the rooms of each in theirs."""
KNOWS = {
    "core": (), "explain": ("core",), "teach": ("core", "explain"), "scale": ("core",),
    "interfaces": ("core", "explain", "teach", "scale"),
}  # fmt: skip
"""Which wings a wing imports; `scale/explaining` imports `explain` besides."""
LAYERS = {
    "exactnb/explain/proving/": "forms scope facts words prover proof_digests writing stated theorems",
}
"""What stands in a room, in its order: what accepts a proof knows nothing of what writes one."""
PUBLIC = ("grading", "logspace", "sklearn", "counting", "exporting", "conventions")
TENNIS = "worked_examples/play_tennis/play_tennis"
NORMAL = "worked_examples/temperature/note_004_temperature.toml"
SHEET = ["worked_examples/gradescope/problem.toml", "worked_examples/gradescope/answers.toml"]
FILES = sorted(PACKAGE.rglob("*.py"))
ONLY_IMPORTERS = {
    "jinja2": ("exactnb/explain/rendering/pages/jinja.py",),
    "markupsafe": ("exactnb/explain/rendering/pages/jinja.py",),
    "flint": ("exactnb/core/arithmetic/enclosure.py",),
    "mpmath": ("exactnb/core/arithmetic/in_python.py",),
    "sympy": (
        "exactnb/core/arithmetic/in_python.py",
        "exactnb/core/expression/symbolic.py",
        "exactnb/core/families/declared/of_sympy.py",
        "exactnb/core/families/deriving/algebra.py",
        "exactnb/core/families/deriving/order_statistics.py",
        "exactnb/core/families/deriving/exponential_form.py",
        "exactnb/core/families/deriving/several_parameters.py",
        "exactnb/core/families/deriving/outcomes.py",
        "exactnb/core/families/deriving/likelihood_zeros.py",
        "exactnb/core/families/deriving/calculus.py",
    ),
}
LONGEST = 400
SECOND_READER = "exactnb/explain/derivation/second_reader/"
LAZY_DOORS = (
    "core.conventions", "scale.counting", "explain.derivation", "teach.grading", "scale.logspace",
)  # fmt: skip


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text())


@cache
def by_kind(file: Path) -> dict[type[ast.AST], list[Any]]:
    """Return the nodes of a file by their kinds: `ast.walk` takes twice as long, for each rule."""
    kinds: dict[type[ast.AST], list[Any]] = {}
    waiting: list[ast.AST] = [parsed(file)]
    while waiting:
        node = waiting.pop()
        kinds.setdefault(type(node), []).append(node)
        for part in vars(node).values():
            if isinstance(part, list):
                waiting += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                waiting.append(part)
    return kinds


def nodes_of(file: Path, *kinds: type[ast.AST]) -> list[Any]:
    return [node for kind in kinds for node in by_kind(file).get(kind, ())]


@pytest.fixture(scope="module", autouse=True)
def files_let_go() -> Iterator[None]:
    """A million nodes do not stay for the rest of a run: each search for cycles would meet them all."""
    yield
    parsed.cache_clear()
    by_kind.cache_clear()


def every_file(rule: Callable[[Path], None]) -> Callable[[], None]:
    """Make a rule about one file a test of all of them, which tells each that breaks it."""

    def of_all() -> None:
        broken = []
        for file in FILES:
            try:
                rule(file)
            except AssertionError as error:
                broken.append(f"{name_of(file)}: {error}")
        assert not broken, "\n".join(broken)

    of_all.__doc__ = rule.__doc__
    return of_all


@cache
def imports(file: Path) -> tuple[str, ...]:
    """Return every module that a file imports, wherever in it the import stands."""
    nodes = nodes_of(file, ast.Import, ast.ImportFrom)
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in nodes), "it is relative"
    return tuple(m for node in nodes for m in imported_by(node))


def imported_by(node: ast.AST) -> tuple[str, ...]:
    """Return what a statement imports: modules, and what it takes from them, which may be some too."""
    if isinstance(node, ast.Import):
        return tuple(alias.name for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return (node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names))
    return ()


def room(module: str) -> tuple[str, str]:
    """Return the wing and the room of a module of the package, as far as it is in one."""
    parts = (*module.split("."), "", "")
    return (parts[1], parts[2]) if parts[0] == "exactnb" and parts[1] in WINGS else ("", "")


@every_file
def test_rooms_import_only_from_rooms_above(file: Path) -> None:
    """No file imports from a later wing or room; `teach` and `scale` do not know each other."""
    if file.parent == PACKAGE:
        assert file.stem in ("__init__", "__main__", "errors", "other_names", *PUBLIC), (
            "it stands in no wing"
        )
        return
    wing, own = file.relative_to(PACKAGE).parts[0], file.relative_to(PACKAGE).parts[1]
    own = own.removesuffix(".py")
    if own == "__init__":
        return
    rooms = WINGS[wing].split()
    assert own in rooms, "it stands in no room"
    may = (*KNOWS[wing], "explain") if (wing, own) == ("scale", "explaining") else KNOWS[wing]
    for module in imports(file):
        other, of = room(module)
        assert not module.startswith(tuple(f"exactnb.{door}." for door in PUBLIC)), f"imports {module}"
        if other == wing and of in rooms:
            assert rooms.index(of) <= rooms.index(own), f"it imports {module}"
        elif other and other != wing:
            assert other in may, f"it imports {module}"


@every_file
def test_a_room_with_layers_imports_only_from_those_before(file: Path) -> None:
    """Each folder and file of such a room imports from itself and from those that stand before it."""
    for place, order in LAYERS.items():
        layers = order.split()
        is_door = file == ROOT / place / "__init__.py"
        if is_door or not name_of(file).startswith(place):
            continue
        own = name_of(file).removeprefix(place).removesuffix(".py").partition("/")[0]
        assert own in layers, "it stands in no layer"
        for module in imports(file):
            of = f"{module}.".removeprefix(place.replace("/", ".")).partition(".")[0]
            assert of not in layers or layers.index(of) <= layers.index(own), f"it imports {module}"


@every_file
def test_the_second_reader_shares_no_formula_with_the_first(file: Path) -> None:
    """What reads a problem once more imports no model, no family, no expression."""
    if not name_of(file).startswith(SECOND_READER):
        return
    for module in imports(file):
        assert room(module)[1] not in ("model", "families", "expression"), f"it imports {module}"
        own = module.startswith("exactnb.explain.derivation.")
        assert not own or module.startswith("exactnb.explain.derivation.second_reader"), (
            f"it imports {module}"
        )


@every_file
def test_heavy_libraries_have_one_importer(file: Path) -> None:
    """One file imports python-flint, one mpmath, one Jinja2, few SymPy; some rooms import NumPy."""
    for module in imports(file):
        top = module.split(".")[0]
        if top in ("numpy", "scipy"):
            assert name_of(file).startswith(
                ("exactnb/scale/logspace/", "exactnb/scale/classify/", "exactnb/interfaces/sklearn/")
            )
        if top in ONLY_IMPORTERS:
            assert name_of(file) in ONLY_IMPORTERS[top]


def test_files_are_written_in_one_place() -> None:
    """No file of the package opens another for writing but one, and one in a folder of its own."""
    writers = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "replace", "rename"}
    modes = {"w", "wb", "x", "xb", "a", "ab", "wt", "xt", "at", "r+", "r+b", "w+"}
    found = set()
    for path in FILES:
        for node in calls(path):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            owner = getattr(getattr(node.func, "value", None), "id", "")
            given = {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
            opens = name == "open" and bool(given & modes)
            if opens or (
                name in writers and (owner in ("os", "tempfile") or name.startswith("write_t"))
            ):
                found.add(name_of(path))
    assert found == {"exactnb/interfaces/cli/output.py", "exactnb/explain/rendering/formats/pdf.py"}


def modules() -> dict[str, Path]:
    """Return all files by the names of their modules."""
    names = (name_of(file).removesuffix(".py").replace("/", ".") for file in FILES)
    return dict(zip((name.removesuffix(".__init__") for name in names), FILES, strict=True))


def needed_by(file: Path, known: Collection[str]) -> set[str]:
    """Return the modules that a file takes something from: a file of a package, or the package."""
    needed = set()
    for node in nodes_of(file, ast.Import, ast.ImportFrom):
        module, *taken = imported_by(node) or ("",)
        needed |= {name if name in known else module for name in taken or (module,)}
    return needed & set(known)


def test_no_file_imports_what_imports_it() -> None:
    """Imports have one direction, those for type checkers and lazy ones included."""
    known = modules()
    waiting = {name: needed_by(file, known.keys()) - {name} for name, file in known.items()}
    while free := [name for name, needed in waiting.items() if not needed & waiting.keys()]:
        for name in free:
            del waiting[name]
    assert not waiting


@every_file
def test_a_package_loads_none_of_its_files(door: Path) -> None:
    """Threads that import a package and a file of it at the same time never wait for each other."""
    if door.stem != "__init__":
        return
    own = name_of(door.parent).replace("/", ".")
    at_once = [
        module
        for node in parsed(door).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for module in imported_by(node)
    ]
    loaded = [module for module in at_once if module.startswith(f"{own}.") and module in modules()]
    assert not set(loaded) - {"exactnb.core.lazy"}


@every_file
def test_no_lock_is_held_while_an_object_asks_others(file: Path) -> None:
    """What an object knows of itself is found `once`, and not by what locks it for all threads."""
    assert "functools.cached_property" not in imports(file)


@every_file
def test_files_are_one_thing(file: Path) -> None:
    """Every file opens with a docstring and stays under 400 lines."""
    assert ast.get_docstring(parsed(file))
    assert len(file.read_text().splitlines()) <= LONGEST


@cache
def said_of_methods() -> dict[str, tuple[set[str], set[str]]]:
    """Return the bases of the classes of a name, and their methods that have a docstring."""
    said: dict[str, tuple[set[str], set[str]]] = {}
    for node in (node for file in FILES for node in nodes_of(file, ast.ClassDef)):
        bases, methods = said.setdefault(node.name, (set(), set()))
        bases.update(ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases)
        defined = (f for f in node.body if isinstance(f, ast.FunctionDef))
        methods.update(f.name for f in defined if ast.get_docstring(f))
    return said


def is_said(method: str, class_name: str) -> bool:
    bases, methods = said_of_methods().get(class_name, ((), ()))
    return method in methods or any(is_said(method, base) for base in bases)


@every_file
def test_a_method_says_what_it_does_or_overrides_one_that_does(file: Path) -> None:
    """A public method has a docstring, unless it overrides one that says all that there is to say."""
    for node in nodes_of(file, ast.ClassDef):
        if not node.name.startswith("_"):
            defined = {f.name for f in node.body if isinstance(f, ast.FunctionDef)}
            for method in (name for name in defined if not name.startswith("_")):
                assert is_said(method, node.name), f"{node.name}.{method}"


NAMED_ALIKE = (
    "exactnb/core/families/of_",  # a family, and another that has its theorems
    "exactnb/explain/proving/facts/densities.py",  # distributions
    "exactnb/core/expression/letters.py", "exactnb/core/problem/styles/",  # letters
    "exactnb/explain/proving/theorems/",
    SECOND_READER,  # which states each of them by itself
)  # fmt: skip
"""Where names of families may stand: they are those of distributions, theorems and their letters."""


@every_file
def test_long_files_say_how_to_read_them(file: Path) -> None:
    """Beyond 200 lines a file begins with what to look at first."""
    if len(file.read_text().splitlines()) > 200:
        assert "How to read" in (ast.get_docstring(parsed(file)) or "")


@every_file
def test_no_list_of_families_stands_elsewhere(file: Path) -> None:
    """A family is known by its file: no code in other rooms has its name, but in examples."""
    if name_of(file).startswith(NAMED_ALIKE):
        return
    texts = {n.value for n in nodes_of(file, ast.Constant) if isinstance(n.value, str)}
    assert not texts & set(families.family_names())


def calls(file: Path) -> list[ast.Call]:
    return nodes_of(file, ast.Call)


def called(call: ast.Call) -> str:
    """Return the last name of what is called: `replace` for `dataclasses.replace(...)`."""
    of = call.func
    return of.attr if isinstance(of, ast.Attribute) else of.id if isinstance(of, ast.Name) else ""


BOUNDED_CALLS = {  # none searches: each ends after work that the terms of a formula bound
    "parts of formulas": "Abs Add Dummy E Float Function Integer Mul Pow Rational Symbol exp factorial "
    "gamma log nan oo pi polygamma re sign sqrt symbols sympify zoo",
    "polynomials, slopes and values": "N Poly cancel degree diff expand factor factor_list fraction "
    "linsolve numer together",
    "rules for powers and logarithms": "expand_log logcombine powsimp",
    "errors": "polys",
}
SEARCHING = {
    "ask", "doit", "integrate", "limit", "nsimplify", "refine", "rewrite", "series", "simplify",
    "solve",
}  # fmt: skip


def test_estimators_are_found_without_a_search() -> None:
    """What finds estimators calls nothing of SymPy that can search: only names of a closed list."""
    names: set[str] = set()
    for file in (PACKAGE / "core/families/deriving").glob("*.py"):
        for node in nodes_of(file, ast.ImportFrom):
            assert "sympy" not in (node.module or ""), "parts of it are not imported"
        for node in nodes_of(file, ast.Attribute):
            if getattr(node.value, "id", "") == "sympy":
                names.add(node.attr)
        methods = {call.func.attr for call in calls(file) if isinstance(call.func, ast.Attribute)}
        assert not methods & SEARCHING, file.name
    assert names <= set(" ".join(BOUNDED_CALLS.values()).split())


def test_only_theorems_have_the_usual_effort() -> None:
    """They have no quantities; wherever else an effort is made, it is said how much it allows."""
    plain = (
        file for file in FILES for call in calls(file) if called(call) == "Effort" and not call.args
    )
    assert [file.name for file in plain] == ["verifier.py"]


@every_file
def test_names_of_quantities_are_built_in_their_room(file: Path) -> None:
    """No other room puts a name together, or takes it apart and together again: it asks for a verb."""
    if name_of(file).startswith("exactnb/core/naming/"):
        return
    for call in calls(file):
        assert called(call) != "QuantityName", f"line {call.lineno}"
        changed = {keyword.arg for keyword in call.keywords if called(call) in ("replace", "changed")}
        assert not changed & {"head", "wrappers"}, f"line {call.lineno}"


@every_file
def test_a_place_is_carried_down_and_spelled_once(file: Path) -> None:
    """No place is put together as text, none is read out of text, and no error is made of another's."""
    if name_of(file) == "exactnb/errors.py":
        return
    for node in nodes_of(file, ast.Attribute):
        if isinstance(node.value, ast.Name):
            assert (node.value.id, node.attr) != ("error", "at"), f"line {node.lineno}"
    for node in calls(file):
        at = [keyword.value for keyword in node.keywords if keyword.arg == "at"]
        if called(node) == "of" and isinstance(node.func, ast.Attribute):
            at += node.args if ast.unparse(node.func.value) == "Place" else []
        assert not any(isinstance(value, ast.JoinedStr) for value in at), f"line {node.lineno}"
        if called(node).endswith("Error") and at:
            said = [ast.unparse(argument) for argument in node.args]
            assert not any("error.message" in text for text in said), f"line {node.lineno}"


DOORS_OF_NUMBERS = (
    "exactnb/core/arithmetic/", "exactnb/core/data/", "exactnb/core/naming/scope.py",
    "exactnb/core/conventions/", "exactnb/core/families/protocol.py",
    "exactnb/core/families/numbers.py", "exactnb/core/families/declared/family.py",
    "exactnb/core/model/quantity.py", "exactnb/core/problem/",
    "exactnb/teach/answers/", "exactnb/teach/grading/grader.py", "exactnb/teach/grading/checking.py",
    "exactnb/teach/auditing/auditing.py", "exactnb/teach/auditing/possible.py",
    "exactnb/interfaces/site/browser_api.py", "exactnb/interfaces/sklearn/", "exactnb/scale/",
    SECOND_READER,  # what verifies reads the rows anew
)  # fmt: skip
"""Where what people give comes in: elsewhere a cell knows its number."""


@every_file
def test_numbers_are_read_at_the_doors(file: Path) -> None:
    """No other file reads the text of a number, and two alone say that a text was read as one."""
    found = {called(call) for call in calls(file)}
    if not name_of(file).startswith(DOORS_OF_NUMBERS):
        assert not found & {"read_number", "read_ratio"}
    if name_of(file) not in ("exactnb/core/arithmetic/numerals.py", "exactnb/core/data/rows.py"):
        assert "NumberText" not in found


KINDS = {
    "ValueBlock", "WordBlock", "NumberBlock",
    "ValueFamily", "WordFamily", "NumberFamily", "OneParameter", "MultivariateNormal",
}  # fmt: skip


@every_file
def test_no_other_room_asks_what_kind_a_block_is(file: Path) -> None:
    """A model is a prior and blocks: outside of families/ nobody knows the classes of their kinds."""
    if name_of(file).startswith("exactnb/core/families/"):
        return
    named = {node.id for node in nodes_of(file, ast.Name)}
    imported = {alias.name for node in nodes_of(file, ast.ImportFrom) for alias in node.names}
    assert not (named | imported) & KINDS


DOORS_OF_COVARIATES = (
    "exactnb/core/families/of_numbers/poisson.py",
    "exactnb/core/problem/keys.py", "exactnb/core/problem/problem.py",
    "exactnb/core/problem/problem_file.py",
    "exactnb/core/problem/problem_file.py",  # where users write it
)  # fmt: skip


@every_file
def test_what_rows_bring_along_is_known_to_its_family_alone(file: Path) -> None:
    """Beside its family, a covariate has its name only where users write it: no code says exposure."""
    if name_of(file) in DOORS_OF_COVARIATES or name_of(file).startswith(SECOND_READER):
        return
    keys = {own.covariate.key for own in families.every_family() if own.covariate is not None}
    assert keys
    said = {node.value for node in nodes_of(file, ast.Constant) if isinstance(node.value, str)}
    said |= {node.id for node in nodes_of(file, ast.Name)}
    said |= {node.attr for node in nodes_of(file, ast.Attribute)}
    assert not said & {word for key in keys for word in (key, f"{key}s", f"_{key}")}


@pytest.mark.parametrize("room", ["of_values", "of_words", "of_numbers"])
def test_folders_of_families_hold_nothing_else(room: str) -> None:
    """Every file in the folders of families is a family of its own name; helpers stand beside them."""
    for file in (PACKAGE / "core" / "families" / room).glob("*.py"):
        if file.stem != "__init__":
            assert families.family(file.stem.replace("_", "-")).name == file.stem.replace("_", "-")


def test_mutants_are_made_of_files_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make mutants` changes, and says to be no change, stands where it says."""
    folder = ROOT / "benchmarks" / "mutants"
    monkeypatch.syspath_prepend(str(folder))
    rooms = runpy.run_path(str(folder / "__main__.py"), run_name="mutants")["ROOMS"]
    said = [line.split()[0] for line in (folder / "equivalent.txt").read_text().splitlines() if line]
    told = {name.partition("…")[0] for name in said if name.startswith("exactnb/")}
    for place in {part for parts in rooms.values() for part in parts} | told:
        assert (ROOT / place).exists(), place


def test_the_order_here_is_that_of_the_architecture() -> None:
    """ARCHITECTURE.md names the rooms in the order that is enforced."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    listed = [line.split("`")[1].rstrip("/").removesuffix(".py") for line in rows]
    assert listed == [f"{wing}/{own}" for wing, rooms in WINGS.items() for own in rooms.split()]


def test_the_architecture_names_what_exists() -> None:
    """Each file and folder in ARCHITECTURE.md exists: by its path, or in some room by its name."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    named = set(re.findall(r"`([\w/.]+(?:/|\.(?:py|md|css|js|txt)))`", text))
    paths = "".join(f"/{path.relative_to(PACKAGE).as_posix()}\n" for path in PACKAGE.rglob("*"))
    assert len(named) > 150
    assert not [
        name
        for name in sorted(named)
        if f"/{name.rstrip('/')}\n" not in paths and not (ROOT / name).exists()
    ]


TOP_LEVEL = {
    *("ARCHITECTURE.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "Makefile"),
    *("README.md", "benchmarks", "changelog.d", "docs", "exactnb", "pyproject.toml", "tests"),
    *("worked_examples", ".ci", ".github", ".gitignore", ".pre-commit-config.yaml"),
}


def test_nothing_else_lies_at_the_top() -> None:
    """Nothing that a trial wrote at the root is committed (an archive has no repository to ask)."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert {name.partition("/")[0] for name in listed.stdout.splitlines()} - TOP_LEVEL == set()


OF_RATIONALS = (
    ["--help"],
    ["solve", f"{TENNIS}.toml"],
    ["solve", f"{TENNIS}.toml", "--to", "latex"],
    ["solve", f"{TENNIS}.csv", "--to=json"],
)
OF_OTHERS = (["solve", NORMAL], ["check", *SHEET], ["derive"], ["derive", "prior-mle"])


def test_heavy_libraries_are_not_imported() -> None:
    """No command loads SymPy, NumPy or mpmath; help and rational solutions go without python-flint."""
    heavy = ("sympy", "numpy", "mpmath", "hypothesis", "flint")
    lines = [
        "import sys, exactnb",
        f"def see(): print('met', *[name for name in {heavy} if name in sys.modules])",
        "see()\nexactnb.solve\nsee()\nfrom exactnb.interfaces.cli import main",
        *(
            f"try: main({command})\nexcept SystemExit: pass\nsee()"
            for command in (*OF_RATIONALS, *OF_OTHERS)
        ),
    ]
    run = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    met = [line for line in run.stdout.splitlines() if line.startswith("met")]
    # The first that differs names the command.
    assert met[: -len(OF_OTHERS)] == ["met"] * (2 + len(OF_RATIONALS))
    assert [line.removesuffix(" flint") for line in met[-len(OF_OTHERS) :]] == ["met"] * len(OF_OTHERS)


def test_a_name_stands_for_one_class() -> None:
    """No two classes of the package have one name, wherever they are."""
    count = Counter(node.name for file in FILES for node in nodes_of(file, ast.ClassDef))
    assert [name for name, number in count.items() if number > 1] == []


def test_importing_the_package_imports_nothing_of_it() -> None:
    """`import exactnb` loads what opens doors and no room; names load theirs when they are used."""
    code = "import exactnb, sys; print([m for m in sys.modules if m.startswith('exactnb.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['exactnb.core', 'exactnb.core.lazy']"


@all_of("room_door", [*LAZY_DOORS, *(of for of in PUBLIC if of != "sklearn")])
def test_a_door_loads_nothing_until_it_is_used(room_door: str) -> None:
    """Importing a room's door loads no file of the package beside it, and no NumPy."""
    code = f"import exactnb.{room_door} as door, sys; dir(door); print(*sys.modules, sep='\\n')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stdout.split()
    assert not {"numpy", "scipy", "sympy"} & {module.partition(".")[0] for module in loaded}
    own = [module for module in loaded if module.startswith("exactnb.") and module not in WINGS]
    rooms = {f"exactnb.{wing}.{room}" for wing, rooms in WINGS.items() for room in rooms.split()}
    assert f"exactnb.{room_door}" in own
    assert not set(own) - rooms - {f"exactnb.{of}" for of in (*WINGS, *PUBLIC)}


@all_of("room_door", PUBLIC)
def test_a_public_door_offers_what_its_room_does(room_door: str) -> None:
    """It has the names and the text of the room, whatever wing that stands in."""
    door = import_module(f"exactnb.{room_door}")
    (wing,) = (wing for wing, rooms in WINGS.items() if room_door in rooms.split())
    home = import_module(f"exactnb.{wing}.{room_door}")
    assert door.__all__ == home.__all__
    assert dir(door) == sorted(home.__all__)
    assert door.__doc__ == home.__doc__
    assert all(getattr(door, name) is getattr(home, name) for name in home.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = door.nothing


@all_of("room_door", LAZY_DOORS)
def test_a_door_opens_on_what_it_lists(room_door: str) -> None:
    """Every name that a door lists is there, and no other."""
    door = import_module(f"exactnb.{room_door}")
    homes = {name: home for home, names in door._HOMES.items() for name in names.split()}
    for name, home in homes.items():
        assert getattr(door, name) is getattr(import_module(home), name)
    assert sorted(homes) == dir(door) == sorted(door.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = door.nothing


IN_BOTH_RUNS = {"in_both_runs", "law", "exhaustive"}
"""The marks of a test that an exhaustive run tries."""


def names_in(node: ast.AST) -> set[str]:
    parts = list(ast.walk(node))
    names = {part.id for part in parts if isinstance(part, ast.Name)}
    return names | {part.attr for part in parts if isinstance(part, ast.Attribute)}


def unmarked(file: Path) -> list[str]:
    """Return the tests of a file that choose, themselves or by what they use, without a mark for it."""
    body = parsed(file).body
    taken = [of for of in body if isinstance(of, ast.ImportFrom) and of.module == "thoroughness"]
    choosing = {alias.name for of in taken for alias in of.names} & {"choose", "is_exhaustive"}
    defined = {of.name: names_in(of) for of in body if isinstance(of, ast.FunctionDef)}
    for of in body:
        if isinstance(of, ast.Assign):
            defined |= {
                target.id: names_in(of.value) for target in of.targets if isinstance(target, ast.Name)
            }
    while more := {name for name, used in defined.items() if used & choosing} - choosing:
        choosing |= more
    marks = defined.get("pytestmark", set())
    return [
        f"{name_of(file)}: {of.name}"
        for of in body
        if isinstance(of, ast.FunctionDef) and of.name.startswith("test_") and of.name in choosing
        if not IN_BOTH_RUNS & marks.union(*map(names_in, of.decorator_list))
    ]


def test_a_test_that_chooses_is_in_both_runs() -> None:
    """A test that tries more in an exhaustive run has the mark with which that run tries it."""
    files = (ROOT / "tests").rglob("test_*.py")
    choosing = (file for file in files if re.search(r"\b(choose|is_exhaustive)\(", file.read_text()))
    assert not [test for file in sorted(choosing) for test in unmarked(file)]


@pytest.mark.parametrize("arguments", [["check", "."], ["format", "--check", "."]], ids=" ".join)
def test_ruff_is_clean(arguments: list[str]) -> None:
    """Ruff finds nothing to say about the whole repository."""
    run = subprocess.run(
        [sys.executable, "-m", "ruff", *arguments], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout


@pytest.mark.exhaustive  # `make check` runs it too
def test_mypy_is_clean() -> None:
    """Mypy in strict mode accepts the package."""
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout
