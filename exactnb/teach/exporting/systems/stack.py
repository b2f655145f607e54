"""STACK, Moodle's questions with Maxima behind them: https://docs.stack-assessment.org.

An item is one question with an input for each part, so that a student works on one problem. Variants
are questions of a category, not seeds of one question: each can be read, tested and changed by itself,
and texts and labels differ as freely as numbers do.

How to read: `_questions` writes an item; `_branches` says what a response tree tests, in order;
`_input`, `_tree` and `_tests` write an input, its tree, and the cases by which STACK tests a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from exactnb.core.arithmetic.integers import exact_text
from exactnb.core.record import frozen
from exactnb.explain.rendering.pages.html_text import escaped
from exactnb.teach.exporting import latex_html
from exactnb.teach.exporting.items import NUMBER, Item, Part, Response
from exactnb.teach.exporting.moodle_xml import PENALTY, html_of, question, quiz
from exactnb.teach.exporting.numerals import decimal_text
from exactnb.teach.exporting.plain_html import course_text
from exactnb.teach.exporting.system import System
from exactnb.teach.exporting.xml_text import cdata, lines, tag, tags

_VERSION = "2023010400"  # from which on `{@` opens a value in a text
_END = "-1"
_KNOWN_NOT = "not-known"
_INSIDE_STRING = str.maketrans({sign: f"&#{ord(sign)};" for sign in "\\{}[]@$"})
_SETTINGS = {
    "questionsimplify": "1",
    "assumepositive": "0",
    "assumereal": "0",
    "multiplicationsign": "dot",
    "sqrtsign": "1",
    "complexno": "i",
    "inversetrig": "cos-1",
    "logicsymbol": "lang",
    "matrixparens": "[",
    "variantsselectionseed": "",
}
_ALL_INPUTS = {
    "boxsize": "15",
    "strictsyntax": "1",
    "insertstars": "0",
    "syntaxhint": "",
    "syntaxattribute": "0",
    "forbidwords": "",
    "allowwords": "",
}


@frozen(slots=True)
class _Branch:
    """A node: what an answer is tested against, and what is scored and said of one that passes.

    `typed` is an answer that does.
    """

    test: str
    against: str
    options: str
    score: Fraction
    note: str
    feedback: str
    typed: str


def _questions(item: Item) -> Iterator[str]:
    """Yield the question that an item is."""
    trees = [list(_branches(part)) for part in item.parts]
    numbered = list(enumerate(item.parts, start=1))
    asked = "".join(_asked(item, number, part) for number, part in numbered)
    variables = "\n".join(_choices(number, part) for number, part in numbered if part.kind != NUMBER)
    rest = [
        tag("stackversion", tag("text", _VERSION)),
        tag("questionvariables", tag("text", cdata(variables))),
        html_of("specificfeedback", ""),
        tag("questionnote", tag("text", escaped(item.id))),
        *tags(_SETTINGS),
        *(html_of(f"prt{which}", "") for which in ("correct", "partiallycorrect", "incorrect")),
        *(_input(number, part, tree[0]) for (number, part), tree in zip(numbered, trees, strict=True)),
        *(_tree(number, part, tree) for (number, part), tree in zip(numbered, trees, strict=True)),
        *_tests(item.parts, trees),
    ]
    stem, worked = latex_html.statement(item) + asked + item.label(), latex_html.solution(item)
    yield question("stack", item.id, stem, worked, item.points, rest)


def _asked(item: Item, number: int, part: Part) -> str:
    """Return the paragraph with an input, and below it what STACK makes of an answer."""
    how = f" ({_how_to_answer(part)})" if part.kind == NUMBER else ""
    asked = f"<p>{latex_html.asked(item, part)} = [[input:ans{number}]]{how}</p>"
    return f"\n{asked}<div>[[validation:ans{number}]]</div>[[feedback:prt{number}]]"


def _fraction(response: Response) -> Fraction | None:
    """Return the fraction that an answer is; a closed form is none."""
    try:
        return Fraction(response.exact)
    except (ValueError, ZeroDivisionError):
        return None


def _is_exact(part: Part) -> bool:
    """Say whether a fraction is asked for, so that a rounded decimal is not right."""
    return part.question.policy.kind == "exact" and _fraction(part.key) is not None


def _how_to_answer(part: Part) -> str:
    """Return in which form a number is given; whole numbers are fractions too, which tells nothing."""
    lowest = " in lowest terms" if part.question.policy.form == "lowest" else ""
    if _is_exact(part):
        return f"as a fraction{lowest} or a whole number"
    return part.how if _fraction(part.key) is None else f"as a fraction{lowest}, or {part.how}"


def _branches(part: Part) -> Iterator[_Branch]:
    """Yield the nodes of a part: the key, then each wrong value under a note of its own."""
    responses = [(part.key, Fraction(1), "right", "Right.")]
    responses += [(wrong.response, wrong.share, wrong.id, wrong.feedback) for wrong in part.wrong]
    notes: list[str] = []
    for response, share, name, said in responses:
        tested = _tested(part, response)
        if tested is not None:
            times = sum(note.partition("--")[0] == name for note in notes)
            notes.append(f"{name}--{times + 1}" if times else name)
            typed = tested[1] if part.kind != NUMBER else _typed(response)
            yield _Branch(*tested, share, notes[-1], said, typed)


def _tested(part: Part, response: Response) -> tuple[str, str, str] | None:
    """Return the test of a response, what it is tested against, and its options."""
    if part.kind != NUMBER:
        return "AlgEquiv", str(part.choices.index(response.exact) + 1), ""
    if _is_exact(part):
        value = _fraction(response)
        return None if value is None else ("AlgEquiv", exact_text(value), "")
    assert response.number is not None
    return "NumAbsolute", response.number.text, decimal_text(response.number.tolerance)


def _typed(response: Response) -> str:
    assert response.number is not None
    value = _fraction(response)
    return response.number.typed if value is None else exact_text(value)


def _choices(number: int, part: Part) -> str:
    """Return the variable that holds the choices of a part, each under its number."""
    shown = (
        f"[{place},{'true' if choice == part.key.exact else 'false'},"
        f'"{escaped(choice).translate(_INSIDE_STRING)}"]'
        for place, choice in enumerate(part.choices, start=1)
    )
    return f"ta{number}:[{','.join(shown)}];"


def _input(number: int, part: Part, key: _Branch) -> str:
    """Return an input; a number is shown as it was read before it is marked."""
    is_number = part.kind == NUMBER
    is_lowest = is_number and part.question.policy.form == "lowest"
    fields = {
        "name": f"ans{number}",
        "type": "numerical" if is_number else "dropdown",
        "tans": key.typed if is_number else f"ta{number}",
        **_ALL_INPUTS,
        "forbidfloat": str(int(is_number and _is_exact(part))),
        "requirelowestterms": str(int(is_lowest)),
        "checkanswertype": "0",
        "mustverify": str(int(is_number)),
        "showvalidation": str(int(is_number)),
        "options": "",
    }
    return tag("input", lines(*tags(fields)))


def _tree(number: int, part: Part, branches: Sequence[_Branch]) -> str:
    """Return the potential response tree of an input: nodes in a row, each for what the last left."""
    last = len(branches) - 1
    nodes = (_node(number, at, branch, at == last) for at, branch in enumerate(branches))
    head = [
        tag("name", f"prt{number}"),
        tag("value", decimal_text(part.points, 7)),
        tag("autosimplify", "1"),
        tag("feedbackstyle", "1"),
        tag("feedbackvariables", tag("text")),
    ]
    return tag("prt", lines(*head, *nodes))


def _node(number: int, place: int, branch: _Branch, is_last: bool) -> str:
    missed = ("Not right.", _KNOWN_NOT) if is_last else ("", f"no-{branch.note}")
    ends = (
        ("true", branch.score, _END, branch.note, branch.feedback),
        ("false", Fraction(0), _END if is_last else str(place + 1), missed[1], missed[0]),
    )
    fields = [
        tag("name", str(place)),
        tag("description", escaped(branch.note)),
        tag("answertest", branch.test),
        tag("sans", f"ans{number}"),
        tag("tans", branch.against),
        tag("testoptions", branch.options),
        tag("quiet", "1"),
    ]
    for which, score, following, note, said in ends:
        fields += [
            tag(f"{which}scoremode", "="),
            tag(f"{which}score", decimal_text(score, 7)),
            tag(f"{which}penalty"),
            tag(f"{which}nextnode", following),
            tag(f"{which}answernote", escaped(note)),
            html_of(f"{which}feedback", course_text(said)),
        ]
    return tag("node", lines(*fields))


def _tests(parts: Sequence[Part], trees: Sequence[Sequence[_Branch]]) -> Iterator[str]:
    """Yield the cases: all right, all right as rounded, then the wrong values of all parts in turn."""
    right = [tree[0] for tree in trees]
    cases = [[(branch, branch.typed) for branch in right]]
    rounded = [
        (branch, part.key.typed if branch.test == "NumAbsolute" else branch.typed)
        for part, branch in zip(parts, right, strict=True)
    ]
    cases.append(rounded)
    for place in range(1, max(map(len, trees))):
        chosen = [tree[place] if place < len(tree) else tree[0] for tree in trees]
        cases.append([(branch, branch.typed) for branch in chosen])
    for number, case in enumerate(cases, start=1):
        typed = [
            tag("testinput", tag("name", f"ans{at}"), tag("value", value))
            for at, (_, value) in enumerate(case, start=1)
        ]
        expected = [_expected(at, branch) for at, (branch, _) in enumerate(case, start=1)]
        yield tag("qtest", lines(tag("testcase", str(number)), tag("description"), *typed, *expected))


def _expected(number: int, branch: _Branch) -> str:
    return tag(
        "expected",
        tag("name", f"prt{number}"),
        tag("expectedscore", decimal_text(branch.score, 7)),
        tag("expectedpenalty", "0" if branch.score == 1 else PENALTY),
        tag("expectedanswernote", escaped(branch.note)),
    )


SYSTEM = System(".xml", "Moodle XML of STACK questions", lambda pools: quiz(pools, _questions))
