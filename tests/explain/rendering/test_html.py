"""HTML: a page is whole and by itself, says what was verified, and no label changes its make-up."""

import re
from base64 import b64encode
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256

import html_reading
import pytest
import reading
from html_reading import KEPT, check_formula, checked, joined, line, of_class, parsed
from hypothesis import assume, example, given
from hypothesis import strategies as st
from labels import AWKWARD, FOREIGN, HOSTILE, TEMPLATES, UNPRINTABLE
from printed import ONCE, in_some_styles, labelled, two_rows
from thoroughness import in_both_runs, law, one_in
from trees import ONE, TREES, TWO
from worked import PROBLEMS, blocks_laid_out, problem_file, proved, solved

from exactnb import solve
from exactnb.core.expression.evaluate import evaluate
from exactnb.core.expression.nodes import Integer, Negative, Product, Quotient, Sum
from exactnb.core.naming.kinds import HEADS
from exactnb.core.naming.notation import Notation, Style
from exactnb.core.problem.styles import style
from exactnb.core.quantities import QUANTITIES
from exactnb.explain.derivation import Chain
from exactnb.explain.proving import theorems
from exactnb.explain.rendering.formats import render
from exactnb.explain.rendering.formulas import html_lines
from exactnb.explain.rendering.formulas.mathml import Mathml
from exactnb.explain.rendering.formulas.text_math import TextMath
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.explain.rendering.pictures.html_charts import Bar, bar_chart

LAW = law(60)
LABELS = tuple(dict.fromkeys((*AWKWARD, *FOREIGN, *UNPRINTABLE, *HOSTILE, "]]>", "\ufffe")))


def shape(root):
    """Return the elements of a page outside of its formulas, in order, those of words left out."""
    return [node.tag for node in root.iter() if node.tag in KEPT]


@ONCE
@in_both_runs
@one_in(6, ("path", "style"), in_some_styles(1), ids=lambda of: getattr(of, "stem", of), exhaustive=4)
def test_every_example_is_a_page_by_itself(path, style):
    """In any notation a page is XML too, loads and runs nothing, and names no other place."""
    solution = solved(path.stem)
    page = solution.html(notation=style)
    checked(page)
    assert "://" not in page.replace(escaped(solution.verified.derivation.source), "")
    has_numbers = any(name.head in HEADS for name in solution.verified.quantities)
    assert len(page.encode()) < (170_000 if has_numbers else 120_000)


@one_in(16, "name", theorems.names(), exhaustive=3)
def test_every_theorem_is_a_page_by_itself(name):
    """General formulas, with their sums, sets and derivatives, are drawn whole."""
    root = checked(proved(name).html())
    assert len(list(of_class(root, "chain"))) == len(list(proved(name).verified.derivation.chains()))


@one_in(72, "path", PROBLEMS, ids=lambda p: p.stem, exhaustive=3)
def test_every_verified_line_stands_in_the_page(path):
    """Each chain has a row for each of its right sides, and all their formulas, in order."""
    solution = solved(path.stem)
    math = Mathml(solution.problem.notation())
    steps = solution.verified.derivation.steps
    printed = html_reading.chains(solution.html())
    for step in steps:
        math = Mathml(solution.problem.notation().omitting_model(step.model or ""))
        for chain in (block for block in blocks_laid_out(step) if isinstance(block, Chain)):
            shown = printed.pop(0)
            lines = [
                one
                for one in chain.lines
                if len(shown.parts) == len(chain.lines) or one is not chain.lines[0]
            ]
            assert [relation for relation, _ in shown.parts] == [one.relation for one in lines]
            for (_, text), one in zip(shown.parts, lines, strict=True):
                whole = line(parsed(f"<!DOCTYPE html>\n<math>{math.write(one.right)}</math>"))
                assert bare(text) == bare(whole)
    assert printed == []


ARITHMETIC = st.recursive(
    st.integers(-3, 12).map(Integer),
    lambda trees: (
        st.lists(trees, min_size=1, max_size=3).map(lambda terms: Sum(tuple(terms)))
        | st.lists(trees, min_size=1, max_size=3).map(lambda factors: Product(tuple(factors)))
        | st.builds(Quotient, trees, trees)
        | trees.map(Negative)
    ),
    max_leaves=12,
)


@LAW
@given(tree=TREES, whole=st.sampled_from([0, 20]))
def test_every_tree_is_drawn_whole(tree, whole):
    """Formulas of any kind are cut into formulas that are whole themselves."""
    check_cut(tree, whole)


@LAW
@given(tree=ARITHMETIC, whole=st.sampled_from([0, 8, 1000]))
@example(tree=Quotient(ONE, Quotient(ONE, TWO)), whole=0)
@example(tree=Quotient(Quotient(ONE, TWO), Sum((ONE, TWO))), whole=0)
@example(tree=Negative(Sum((ONE, Product((TWO, TWO))))), whole=0)
def test_a_formula_that_is_cut_is_worth_the_same(tree, whole):
    """Wherever lines may be broken, even at every sign, what is read back has the value of the tree."""
    try:
        value = evaluate(tree, {}.__getitem__)
        read = reading.flat(check_cut(tree, whole))
    except (reading.Unreadable, ZeroDivisionError):  # a number over 0
        assume(False)
    assume(isinstance(value, Fraction))
    assert read == value


def check_cut(tree, whole):
    """Return a formula as a line of text, cut where it is longer than so many signs."""
    notation = Notation(style("plain"))
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("_UNCUT", "_BAR", "_CLAIM"):
            patch.setattr(html_lines, limit, whole)
        shown = html_lines.HtmlLines(Mathml(notation), TextMath(notation)).formulas(tree)
    root = parsed(f"<!DOCTYPE html>\n<p>{shown}</p>")
    for math in root:
        check_formula(math)
    return joined(root)


def bare(text):
    """Return a line without blanks and brackets, which a broken fraction has more of."""
    return re.sub(r"[\s()]", "", text).replace("-", "−")


def test_play_tennis_shows_what_is_asked_for():
    """Cells as in the query are shaded, a zero estimate is marked, answers boxed, decimals grey."""
    root = checked(solved("play_tennis").html())
    assert ["".join(td.itertext()) for td in of_class(root, "as")][:6] == [
        "Sunny", "High", "Sunny", "High", "Strong", "High",
    ]  # fmt: skip
    assert [joined(td) for td in of_class(root, "zero")] == ["((0)/(5))"]
    assert [p.text for p in of_class(root, "warning")] == [
        "An estimate of zero is marked: as a factor, it makes the whole product zero."
    ]
    boxed = [
        "".join(of.itertext()).strip() if not joined(of) else joined(of)
        for of in of_class(root, "answer")
    ]
    assert boxed == ["No", "((486)/(611))"]
    assert [joined(of) for of in of_class(root, "decimal")][-1] == "≈ 0.7954"
    assert len(list(root.iter("details"))) == 5


def test_a_sheet_has_blanks_and_no_hints():
    """A sheet is a page with room for answers; which cells are counted is for the reader to find."""
    root = checked(solved("play_tennis").sheet().html())
    assert list(of_class(root, "blank"))
    assert not list(of_class(root, "as"))
    assert not list(of_class(root, "key"))


@pytest.mark.exhaustive
def test_a_page_without_a_zero_estimate_warns_of_none():
    """Counts, means and smoothed estimates are not marked, nor is a posterior that is zero."""
    for name in ("play_tennis_smoothed", "note_004_temperature", "spam_or_ham"):
        root = checked(solved(name).html())
        assert not list(of_class(root, "zero"))
        assert not list(of_class(root, "warning"))


def test_a_chart_has_names_values_and_words_for_who_cannot_see_it():
    """Bars are as long as probabilities, cut down; the values are those of the lines."""
    root = checked(solved("play_tennis").html())
    (chart,) = root.iter("svg")
    assert chart.get("role") == "img"
    assert chart.get("aria-label") == "Probabilities: P(Yes|x') 0.2046, P(No|x') 0.7954"
    assert [text.text for text in chart.iter("text")] == ["P(Yes|x')", "0.2046", "P(No|x')", "0.7954"]
    whole, yes, _, no = (int(rect.get("width")) for rect in chart.iter("rect"))
    assert (yes, no) == (whole * 204 // 1000, whole * 795 // 1000)


def test_a_long_name_leaves_a_chart_its_room():
    """A name of any length is cut in the picture, and whole in its words."""
    chart = parsed("<!DOCTYPE html>\n" + bar_chart([Bar("ab" * 5000, "1", 1000)], "<b>"))
    assert chart.get("aria-label") == f"<b>: {'ab' * 5000} 1"
    assert len(chart.find("text").text) <= 16
    assert int(chart.find("rect").get("width")) > 100


def test_long_solutions_have_contents():
    """Seven steps and more have links to each of them, fewer have none."""
    root = checked(solved("note_004_temperature").html())
    steps = [step.find("div").get("id") for step in root.iter("details")]
    assert [link.get("href") for link in root.find("body/nav").iter("a")] == [f"#{of}" for of in steps]
    assert len(steps) == 14
    assert checked(solved("spam_or_ham").html()).find("body/nav") is None


def test_the_policy_allows_what_a_page_holds_and_nothing_else():
    """Style sheet and script are allowed by their digests, and a font that is data; nothing else."""
    root = checked(solved("spam_or_ham").html())
    policy = root.find("head/meta[@http-equiv]").get("content")
    sheet, script = (
        f"'sha256-{b64encode(sha256(root.find(at).text.encode()).digest()).decode()}'"
        for at in ("head/style", "body/script")
    )
    allowed = f"default-src 'none'; style-src {sheet}; script-src {script}; font-src data:; "
    assert policy == f"{allowed}base-uri 'none'; form-action 'none'"
    assert "unsafe" not in policy


@cache
def elements_named(name):
    """Return the elements of a page on which everything has one name, links left out."""
    problem = replace(labelled(name).problem(), title=name, source=name)
    return [tag for tag in shape(checked(solve(problem).html())) if tag != "a"]


@one_in(96, "label", LABELS, exhaustive=3)
def test_no_label_changes_the_shape(label):
    """Whatever the label of classes, columns and values, title and source, elements are the same."""
    assert elements_named(label) == elements_named("plain words")


def test_text_of_users_comes_out_as_text():
    """Tags, ends of sections, marks that turn the line and controls are shown and do nothing."""
    text = "<script>alert(1)</script> ]]> a\u202eb \x1b[31m\x00 &amp;"
    root = checked(solve(replace(labelled(text).problem(), title=text)).html())
    shown = "<script>alert(1)</script> ]]> a\ufffdb \ufffd[31m\ufffd &amp;"
    assert root.find("head/title").text == shown
    assert shown in [head.text for head in root.iter("th")]
    assert shown in [cell.text for cell in root.iter("td")]


@one_in(16, "template", TEMPLATES)
def test_no_template_changes_the_shape(template):
    """A notation of the user's own is drawn whole, in the same elements."""
    solution = solved("spam_or_ham_smoothed")
    roles = ("prior", "bernoulli", "joint", "posterior", "decision")
    mine = Style("own", "", dict.fromkeys(roles, template), QUANTITIES)
    own = replace(solution.problem.notation(), style=mine)
    assert shape(checked(render("html", solution.verified, own))) == shape(checked(solution.html()))


def test_ties_zeros_and_undefined_are_printed():
    """A tie is a set of labels, and what rests on 0/0 is the word undefined."""
    tied = html_reading.chains(solve(two_rows().problem()).html())
    assert ("=", "{+,-}") in [(of, text.replace(" ", "")) for c in tied for of, text in c.parts]
    page = solve(two_rows(query="0").problem()).html()
    assert "<mtext>undefined</mtext>" in page
    assert not list(checked(page).iter("svg"))


def test_a_source_with_an_address_is_a_link():
    """An address becomes a link; what only looks like one stays text."""
    problem = replace(
        labelled("a").problem(), source="Ada, https://example.org/a?b=1&c=2 javascript:x()"
    )
    (link,) = checked(solve(problem).html()).iter("a")
    assert link.get("href") == link.text == "https://example.org/a?b=1&c=2"


def test_command_writes_a_page(tmp_path):
    """The ending of a file's name chooses the format."""
    from exactnb.interfaces.cli import main

    assert main(["solve", str(problem_file("spam_or_ham")), "-o", str(tmp_path / "spam.html")]) == 0
    assert (tmp_path / "spam.html").read_text(encoding="utf-8") == solved("spam_or_ham").html()
