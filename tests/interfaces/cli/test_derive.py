"""`exactnb derive`: the list, the options, problems with numbers and letters, and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import commands
import pytest
from labels import AWKWARD, FOREIGN
from thoroughness import all_of, one_in
from worked import problem_file

import exactnb
from exactnb import Problem, derive
from exactnb.core.problem import styles
from exactnb.errors import InputError, Unsupported
from exactnb.explain.derivation import Step
from exactnb.explain.proving.prover import Prover
from exactnb.explain.proving.theorems import COURSE, groups, names, theorem
from exactnb.explain.solution.derived import Derived
from exactnb.interfaces.cli import main

EXAMPLES = Path(__file__).parents[3] / "worked_examples"
PACKAGE = Path(exactnb.__file__).parent
LETTERS = EXAMPLES / "derivations"
SPAM = str(problem_file("spam_or_ham"))
SHORT = "prior-mle-two"
LETTERED = """title = "A text"
[data]
counts = '''
y      | 1         | 0
tokens | g_1 + 100 | 1
{word} | g         | 1
'''
[model]
smoothing = "λ"
"""

Run = Callable[..., str]


@cache
def derived(name: str, problem: str | None = None, level: str = "full") -> Derived:
    """Return a theorem, proved once for all tests that only print it."""
    return derive(name, problem, level=level)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `exactnb derive` and gives what it prints, nothing else happening."""

    def run(*arguments: str) -> str:
        assert main(["derive", *arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


@pytest.fixture
def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that gives the one line of a run that is refused and writes nothing."""
    return partial(commands.refused, capsys, "derive")


def test_the_list_has_every_theorem(shown: Run) -> None:
    """Without a name, the theorems are listed with their titles, under what their files are about."""
    text = shown()
    for heading, theorems in groups():
        assert f"{heading}\n" in text
        for one in theorems:
            assert re.search(rf"^   {one.name} +{re.escape(one.title)}$", text, re.MULTILINE)
    assert text.count("\n   ") == len(names())
    assert not text.startswith("\n")
    assert not text.endswith("\n\n")


def test_the_list_has_the_order_of_a_course(shown: Run) -> None:
    """The MLE of the prior comes first; a theorem comes after what it rests on, numbers after words."""
    listed = [line.split()[0] for line in shown().splitlines() if line.startswith("   ")]
    assert listed == list(names())
    course = [
        "prior-mle", "chain-rule", "naive-factorisation", "bayes-rule", "joint-log-likelihood",
        "bernoulli-mle", "categorical-mle", "multinomial-mle", "prior-map", "multinomial-map",
        "pseudo-documents", "log-ratio-linear", "gaussian-mean", "gaussian-linear",
    ]  # fmt: skip
    assert sorted(course, key=listed.index) == course
    assert [listed[0], listed[1]] == ["prior-mle-two", "prior-mle"]


def test_the_course_names_files_that_there_are() -> None:
    """Each file that the order names is there, once."""
    files = {file.stem for file in (PACKAGE / "explain" / "proving" / "theorems").glob("[a-z]*.py")}
    assert len(set(COURSE.split())) == len(COURSE.split())
    assert files.issuperset(COURSE.split())


def test_the_list_can_be_written(shown: Run) -> None:
    """The list goes to a file of text as it stands on the screen."""
    assert shown("-o", "list.txt") == ""
    assert Path("list.txt").read_text(encoding="utf-8") == shown()


@pytest.mark.parametrize(
    ("to", "start"),
    [
        ("text", "The MLE of the prior, two classes\n"),
        ("latex", "\\documentclass"),
        ("markdown", "# The MLE of the prior, two classes\n"),
        ("json", "{\n"),
    ],
)
def test_a_theorem_is_printed_in_every_format(shown: Run, to: str, start: str) -> None:
    """What is printed is what the library gives; a file's ending says the format too."""
    printed = shown(SHORT, "--to", to)
    assert printed.startswith(start)
    assert printed == getattr(derived(SHORT), to)()
    ending = {"text": "txt", "latex": "tex", "markdown": "md", "json": "json"}[to]
    assert shown(SHORT, "-o", f"out.{ending}") == ""
    assert Path(f"out.{ending}").read_text(encoding="utf-8") == printed


def test_the_format_is_said_where_an_ending_says_nothing(shown: Run) -> None:
    """A file of any name takes the format that is asked for."""
    assert shown(SHORT, "--to", "json", "-o", "whatever.md") == ""
    assert Path("whatever.md").read_text(encoding="utf-8") == derived(SHORT).json()


@pytest.mark.parametrize("style", styles.names()[:2])
def test_a_theorem_is_printed_in_a_notation(shown: Run, style: str) -> None:
    """The notation of the option is that of the library."""
    assert shown(SHORT, "--notation", style) == derived(SHORT).text(notation=style)


def test_a_fragment_is_the_body(shown: Run) -> None:
    """A fragment has no preamble, and the whole article holds it."""
    fragment = shown(SHORT, "--to", "latex", "--fragment")
    assert "\\documentclass" not in fragment
    assert fragment.partition("\n")[2] in derived(SHORT).latex()


def test_brief_is_shorter(shown: Run) -> None:
    """Brief leaves mechanical lines out and has no others."""
    brief = shown("prior-mle", "--level", "brief")
    assert brief == derived("prior-mle", level="brief").text()
    assert len(brief.splitlines()) < len(derived("prior-mle").text().splitlines())


def test_checks_stand_behind_the_lines(shown: Run) -> None:
    """Each line says how it was accepted, and nothing else is different."""
    entries = json.loads(shown(SHORT, "--checks", "--to", "json"))["derivation"]
    again = json.loads(derived(SHORT).json())["derivation"]
    reasons = []
    for step, other in zip(entries, again, strict=True):
        for line, bare in zip(step["lines"], other["lines"], strict=True):
            assert line | {"reason": ""} == bare | {"reason": ""}
            reasons.append((line["reason"], f"{bare['reason']} [{line['accepted']}]".strip()))
    assert all(checked in ("", expected) for checked, expected in reasons)
    assert {"[normal form]", "[given]"} < {checked for checked, _ in reasons}


def test_ascii_has_all_signs_spelled() -> None:
    """On a terminal of ASCII alone, powers stay powers."""
    text = derived(SHORT).text(unicode=False)
    assert text.isascii()
    assert "d^2l/dpi^2 = -c / pi^2 - (n - c) / (1 - pi)^2" in text


def test_numbers_follow_the_theorem(shown: Run) -> None:
    """With a problem, its estimates by the theorem stand behind it, as `solve` works them out."""
    before, _, numbers = shown("bernoulli-mle", "--problem", SPAM).partition("In numbers\n")
    assert before.startswith("The MLE of a Bernoulli parameter: Spam or ham\n")
    assert re.search(r"p_b\^k +3/4 +1/4", numbers)


def test_a_problem_of_the_library_is_taken(shown: Run) -> None:
    """Derive takes a path, its text, or a problem, and what is printed is the same."""
    path = problem_file("play_tennis")
    text = shown("prior-mle", "--problem", str(path))
    assert "9/14" in text
    assert derive("prior-mle", path).text() == derive("prior-mle", Problem.read(path)).text() == text


@one_in(2, "problem", sorted(LETTERS.glob("*.toml")), ids=lambda path: path.stem)
def test_letters_follow_the_theorem(shown: Run, problem: Path) -> None:
    """Where counts or λ are letters, the estimates stand in those; the file says how it is called."""
    first = problem.read_text(encoding="utf-8").partition("\n")[0]
    name = re.findall(r"exactnb derive (\S+) ", first)[0]
    printed = shown(name, "--problem", str(problem))
    _, _, last = printed.partition("In numbers and letters")
    assert " = (" in last
    assert " + λ) / (" in last


LONG = "expected one of prior-mle-two, prior-mle, "


@all_of(
    "arguments, message",
    [
        (["bernouli-mle"], "exactnb: THEOREM: " + LONG),
        ([""], "exactnb: THEOREM: " + LONG),
        (["Bernoulli-MLE"], "exactnb: THEOREM: " + LONG),
        ([SHORT, "--level", "short"], "exactnb: --level: expected one of brief, standard, full; got "),
        ([SHORT, "--notation", "pjkk"], "exactnb: --notation: expected one of "),
        ([SHORT, "--to", "docx"], "exactnb derive: argument --to: invalid choice: 'docx'"),
        ([SHORT, "--fragment"], "exactnb: --fragment: needs --to latex"),
        ([SHORT, "--to", "json", "--fragment"], "exactnb: --fragment: needs --to latex"),
        ([SHORT, "-o", ""], "exactnb: -o: expected a file name"),
        (
            [SHORT, "-o", "a.doc"],
            "exactnb: -o: expected a name that ends in .html, .json, .tex, .md, .pdf, .txt, .typ, or",
        ),
        ([SHORT, "-o", "missing/a.txt"], "exactnb: missing/a.txt: no such file or directory"),
        ([SHORT, "-o", "."], "exactnb: .: is a directory"),
        ([SHORT, "another"], "exactnb derive: unrecognized arguments: another"),
        ([SHORT, "--lev", "full"], "exactnb derive: unrecognized arguments: --lev full"),
        (
            [SHORT, "--level", "full", "--level", "full"],
            "exactnb derive: argument --level: given twice",
        ),
        ([SHORT, "--problem", "missing.toml"], "exactnb: missing.toml: no such file"),
        ([SHORT, "--problem", "."], "exactnb: .: is a folder, not a file"),
        (["--problem", "p.toml"], "exactnb: --problem: needs the name of a theorem"),
        (["--notation", "pjk"], "exactnb: --notation: needs the name of a theorem"),
        (["--to", "text"], "exactnb: --to: needs the name of a theorem"),
        (["--level", "full"], "exactnb: --level: needs the name of a theorem"),
        (["--checks"], "exactnb: --checks: needs the name of a theorem"),
        (["--fragment"], "exactnb: --fragment: needs the name of a theorem"),
        (["-o", "list.tex"], "exactnb: -o: the list is text"),
    ],
)
def test_what_cannot_be_is_refused(refused: Run, arguments: list[str], message: str) -> None:
    """An option that cannot be is refused in one line that says what can, and nothing is written."""
    assert refused(*arguments).startswith(message)


@all_of("name", ["bernouli-mle", "Bernoulli-MLE", "bernoulli_mle"])
def test_a_near_match_is_offered(refused: Run, name: str) -> None:
    """The name that was meant is offered, although the list is long."""
    assert refused(name).endswith(f"got {name!r} (did you mean 'bernoulli-mle'?)")


@all_of(
    "name, problem, message",
    [
        ("bernoulli-mle", "play_tennis", "it is categorical, not bernoulli"),
        ("categorical-mle", "spam_or_ham", "it is bernoulli, not categorical"),
        ("multinomial-mle", "spam_or_ham", "it is bernoulli, not multinomial"),
        (
            "multinomial-mle",
            "note_001_dirichlet_multinomial",
            "it is dirichlet-multinomial, not multinomial",
        ),
        ("bernoulli-map", "spam_or_ham", "its smoothing is not that of bernoulli-map"),
        ("bernoulli-mle", "spam_or_ham_smoothed", "its smoothing is not that of bernoulli-mle"),
        ("categorical-mle", "smoothing_clip", "its smoothing is not that of categorical-mle"),
        ("categorical-map", "smoothing_limit", "its smoothing is not that of categorical-map"),
        ("prior-mle", "spam_or_ham", "the prior is not estimated by prior-mle"),
        ("prior-mle", "medical_test", "the prior is not estimated by prior-mle"),
        ("prior-map", "play_tennis", "the prior is not estimated by prior-map"),
        ("bernoulli-mle", "no_features", "has no bernoulli estimates"),
        (
            "chain-rule",
            "spam_or_ham",
            "chain-rule estimates nothing, so no problem's numbers go into it",
        ),
        ("bernoulli-mle", "unknown_text", "it is multinomial; bernoulli-mle is about"),
        ("multinomial-map", "any_lambda", "it is categorical; multinomial-map is about"),
        ("categorical-mle", "any_lambda", "model.smoothing: its smoothing is not that of"),
        ("chain-rule", "any_lambda", "it is categorical; chain-rule is about"),
        ("prior-mle", "any_lambda", "it is categorical; prior-mle is about something else"),
    ],
)
def test_a_problem_that_estimates_otherwise_is_refused(
    refused: Run, name: str, problem: str, message: str
) -> None:
    """A theorem whose estimates are not those of the problem is refused, and the file is named."""
    path = problem_file(problem)
    assert refused(name, "--problem", str(path)).startswith(f"exactnb: {path}: {message}")


@all_of(
    ("changes", "message"),
    [
        (("| g  ", "| g²z^"), "data.counts: line 3, class '1': expected whole numbers and letters"),
        (("| g  ", "| d2 "), "data.counts: line 3, class '1': expected whole numbers and letters"),
        (("| g  ", "| 1 0"), "data.counts: line 3, class '1': expected whole numbers and letters"),
        (("| g  ", "| -g "), "data.counts: line 3, class '1': expected whole numbers and letters"),
        (("| g  ", "| 1/2"), "data.counts: line 3, class '1': expected whole numbers and letters"),
        (("| g  ", "|    "), "data.counts: line 3, class '1': expected whole numbers and letters"),
        (
            ("| g  ", "| w  "),
            "data.counts: the letter 'w' has a meaning in multinomial-map; use another",
        ),
        (
            ("| g  ", "| n_1"),
            "data.counts: the letter 'n' has a meaning in multinomial-map; use another",
        ),
        (
            ("| g  ", "| λ  "),
            "data.counts: the letter 'λ' has a meaning in multinomial-map; use another",
        ),
        (
            ("| g  ", "| gg "),
            "data.counts: expected a letter such as d, or d_1 with an index; got 'gg'",
        ),
        (
            ("| g  ", "| ν  "),
            "data.counts: expected a letter such as d, or d_1 with an index; got 'ν'",
        ),
        (("| 0\n", "| k\n"), "data: 'k' is an index in multinomial-map; rename it"),
        (("dog |", "w |"), "data: 'w' is an index in multinomial-map; rename it"),
        (("| 0\n", "| 1\n"), "data.counts: line 1: class '1' is there twice"),
        (("dog |", "tokens |"), "data.counts: line 3: row 'tokens' is there twice"),
        (("dog |", "not dog |"), "data.counts: line 3: expected"),
        (("[model]", "[modle]"), "modle: unknown key (did you mean 'model'?)"),
        (("[data]", "[data]\nbogus = 1"), "data.bogus: unknown key"),
        (('"λ"', '"λ"\nfamily = "bernouli"'), "model.family: "),
        (('"λ"', '"laplace"'), "model.smoothing: beside letters, λ is a letter too, or 0"),
        (('"λ"', "1"), "model.smoothing: beside letters, λ is a letter too, or 0"),
        (("| 1\n{word}", "| 0\n{word}"), "data.counts: class '0': 'dog' is more than the total"),
    ],
)
def test_counts_with_letters_are_read_with_care(
    refused: Run, changes: tuple[str, str], message: str
) -> None:
    """A file with letters that cannot be read is refused with the place in it."""
    text = LETTERED.replace(*changes) if "{word}" in changes[0] else LETTERED
    text = text.replace("{word}", "dog")
    text = text if text != LETTERED.replace("{word}", "dog") else text.replace(*changes)
    assert text != LETTERED.replace("{word}", "dog")
    Path("q.toml").write_text(text, encoding="utf-8")
    assert refused("multinomial-map", "--problem", "q.toml").startswith(f"exactnb: q.toml: {message}")


def test_many_counts_with_letters_are_refused(refused: Run) -> None:
    """Five hundred rows with letters are refused at once, before they are worked out."""
    rows = "\n".join(f"w{at} | {at} | g" for at in range(500))
    Path("q.toml").write_text(LETTERED.replace("{word} | g         | 1", rows), encoding="utf-8")
    message = "exactnb: q.toml: 1000 counts; with letters at most 60 are put in"
    assert refused("multinomial-map", "--problem", "q.toml", "-o", "out.txt") == message


@all_of("to", ["text", "latex", "markdown", "json", "html"])
def test_a_failing_run_leaves_the_output_file_alone(refused: Run, to: str) -> None:
    """An output file is untouched if the problem is refused."""
    Path("out").write_bytes(b"precious")
    refused("bernoulli-mle", "--problem", str(problem_file("play_tennis")), "--to", to, "-o", "out")
    assert Path("out").read_bytes() == b"precious"


WORDS = [
    name
    for name in (*AWKWARD, "w" * 500, "tab\there")
    if not re.search(r'[,;:"()|=]|^not ', name) and name != "k"  # an index of the theorem
]


@pytest.mark.exhaustive
@one_in(9, "words", [WORDS[at::9] for at in range(9)], ids="abcdefghi")
def test_words_are_no_commands(folder: Path, words: list[str]) -> None:
    """Whatever a word is called, it stays inside its index in every format."""
    rows = "\n".join(f"{word} | g | 1" for word in words)
    text = LETTERED.replace("{word} | g         | 1", rows).replace("| 1\n", "| 99\n", 1)
    Path("q.toml").write_text(text, encoding="utf-8")
    shown = derive("multinomial-map", "q.toml")
    assert all(sign.isprintable() or sign == "\n" for sign in shown.text())
    assert shown.text(unicode=False).isascii()
    latex = shown.latex()
    bare = re.sub(r"\\[{}\\]", "", latex)
    assert bare.count("{") == bare.count("}")
    assert latex.count("\\end{document}") == 1
    assert len(re.findall(r"(?<!\\)\$", latex)) % 2 == 0
    markdown = shown.markdown()
    assert markdown.count("$$") % 2 == 0
    assert markdown.count("\\begin{aligned}") == markdown.count("\\end{aligned}") > 0
    known = (json.dumps(word, ensure_ascii=False)[1:-1] for word in words if word.isprintable())
    assert all(word in shown.json() for word in known)


@pytest.mark.exhaustive
def test_words_that_pdflatex_lacks(folder: Path) -> None:
    """A word that pdflatex has no signs for is refused there, and printed everywhere else."""
    rows = "\n".join(f"{word} | g | 1" for word in FOREIGN)
    text = LETTERED.replace("{word} | g         | 1", rows).replace("| 1\n", "| 99\n", 1)
    Path("q.toml").write_text(text, encoding="utf-8")
    shown = derive("multinomial-map", "q.toml")
    assert all(word in shown.text() and word in shown.markdown() for word in FOREIGN)
    with pytest.raises(Unsupported, match="cannot be typeset by pdflatex"):
        shown.latex()


@pytest.mark.exhaustive
def test_a_title_is_no_command(folder: Path) -> None:
    """A title of the file stands behind the theorem's, as text in every format."""
    title = "\\\\end{document} $x$ 50% & more_ 2 + 2"
    text = LETTERED.replace("{word}", "dog").replace("A text", title)
    Path("q.toml").write_text(text, encoding="utf-8")
    shown = derive("multinomial-map", "q.toml")
    first = theorem("multinomial-map").title + ": \\end{document} $x$ 50% & more_ 2 + 2"
    assert shown.text().replace("\n", " ").startswith(first)
    assert shown.latex().count("\\end{document}") == 1


def test_the_library_names_what_it_lacks() -> None:
    """Derive raises InputError with the same words that the command line prints."""
    with pytest.raises(InputError, match="did you mean 'prior-mle'"):
        derive("prior_mle")
    with pytest.raises(InputError, match="level: expected one of brief, standard, full; got 'all'"):
        derive(SHORT, level="all")


def test_verify_proves_anew_and_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output is as ever; beside it stands that every line of it was proved anew."""
    assert main(["derive", SHORT, "--verify"]) == 0
    said = f"exactnb: every line of {SHORT} was proved anew\n"
    assert capsys.readouterr() == (derived(SHORT).text(), said)


def test_verify_proves_the_whole_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a name, each theorem is proved anew, and the list is printed if all of them hold."""
    monkeypatch.setattr("exactnb.interfaces.cli.commands.derive.names", lambda: (SHORT, "prior-mle"))
    own, asked = Prover.step_problems, []

    def step_problems(self: Prover, step: Step) -> object:
        asked.append(step.theorem)
        return own(self, step)

    monkeypatch.setattr(Prover, "step_problems", step_problems)
    assert main(["derive", "--verify"]) == 0
    assert capsys.readouterr().err == "exactnb: every line of all 2 theorems was proved anew\n"
    assert set(asked) == {SHORT, "prior-mle"}


@pytest.mark.exhaustive
def test_verify_is_about_theorems(capsys: pytest.CaptureFixture[str]) -> None:
    """With a solution it goes along with --why, and says what was proved."""
    assert main(["solve", SPAM, "--why", "--verify"]) == 0
    assert capsys.readouterr().err == "exactnb: every line of the theorems was proved anew\n"
    assert main(["solve", SPAM, "--verify"]) == 2
    said = "exactnb: --verify: needs --why: a solution's own lines are verified every time\n"
    assert capsys.readouterr() == ("", said)


@one_in(
    3,
    ("density", "support"),
    [("t exp(-t (x+1))", "-1<x"), ("exp(-|x|/t)/(2t)", "-oo<x<oo"), ("exp(-|x|/t)/(2t)", "-∞ < x < ∞")],
)
def test_a_value_may_begin_with_a_minus(
    density: str, support: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A support from −1 or −∞ on is a value of its option, and no option."""
    stated = ["--density", density, "--support", support, "--parameter", "t > 0"]
    assert main(["derive", *stated]) == 0
    assert "argument" not in capsys.readouterr().err
