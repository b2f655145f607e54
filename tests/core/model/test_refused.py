"""What a model refuses to estimate, word for word with its key, and what it just still takes."""

from __future__ import annotations

import pytest
from refusals import told
from thoroughness import all_of

from exactnb import Problem

VALUES = "a b k\n1 u +\n0 v +\n1 . -\n0 . -"
GAPS, THREE = 'missing = ["."]', 'missing = ["."]\nclasses = ["+", "-", "o"]'
TEXTS = "class text\n+ p q\n- p"
COUNTED = "k + -\nwin 5 1"
NO_PRIOR = "k | a | b\na=u | 1/2 | 1/2\na=v | 1/2 | 1/2"
GIVEN = "k | a | b\nprior | 1/2 | 1/2\na=u | 1/2 | 1/2\na=v | 1/2 | 1/2"


@all_of(
    ("kind", "rows", "data", "model", "message"),
    [
        (
            "table",
            VALUES,
            GAPS,
            'smoothing = { add = 1, cells = "class" }',
            "model.smoothing: class '-' shows no value of 'b', so there are no cells = "
            '"class" to add to',
        ),
        (
            "table",
            VALUES,
            GAPS,
            'smoothings = { b = { add = 1, cells = "class" } }',
            "model.smoothings.b: class '-' shows no value of 'b', so there are no cells = "
            '"class" to add to',
        ),
        ("table", VALUES, GAPS, 'smoothings = { a = { add = 1, cells = "class" } }', ""),
        (
            "table",
            VALUES,
            GAPS,
            "smoothings = { bb = 1 }",
            "model.smoothings: unknown column 'bb' (did you mean 'b'?)",
        ),
        ("table", VALUES, GAPS, "smoothings = { zz = 1 }", "model.smoothings: unknown column 'zz'"),
        (
            "table",
            VALUES,
            GAPS,
            'smoothing = { add = { "*" = 1, w = 2 } }',
            "model.smoothing: unknown value 'w'",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'smoothing = { add = { "*" = 1, "u|*" = 2 } }',
            "model.smoothing: unknown class '*'",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'smoothing = { add = { "*" = 1, "u|~" = 2 } }',
            "model.smoothing: unknown class '~'",
        ),
        ("table", VALUES, GAPS, 'smoothing = { add = { "*" = 1, "|-" = 2 } }', ""),
        (
            "table",
            VALUES,
            GAPS,
            "smoothing = { add = { u = 1, v = 2 } }",
            "model.smoothing: no number for '0' in class '+'; give \"*\"",
        ),
        ("table", VALUES, GAPS, "smoothing = { add = { u = 1, v = 2, 0 = 1, 1 = 3 } }", ""),
        (
            "table",
            VALUES,
            GAPS,
            "smoothings = { b = { add = { u = 1 } } }",
            "model.smoothings.b: no number for 'v' in class '+'; give \"*\"",
        ),
        (
            "table",
            VALUES,
            GAPS,
            "smoothings = { b = { add = { u = 1, v = 1, 1 = 1 } } }",
            "model.smoothings.b: unknown value '1'",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'smoothings = { b = { m = 2, p = { u = "1/2" } } }',
            "model.smoothings.b: no number for 'v' in class '+'; give \"*\"",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'smoothings = { b = { m = 2, p = { u = "1/2", v = "1/2", w = 1 } } }',
            "model.smoothings.b: unknown value 'w'",
        ),
        ("table", VALUES, GAPS, "smoothings = { b = { m = 2 } }", ""),
        (
            "table",
            VALUES,
            GAPS,
            'unseen = "zero"\nsmoothing = { add = { "*" = 3, u = 1, v = 1, 0 = 1, 1 = 1 } }',
            "model.smoothing: in class '-' of b the λ of what was never seen is 3, its "
            "probability a share of 2: more than 1",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'unseen = "zero"\nsmoothing = { add = { "*" = 2, u = 1, v = 1, 0 = 1, 1 = 1 } }',
            "",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'unseen = "drop"\nsmoothing = { add = { "*" = 3, u = 1, v = 1, 0 = 1, 1 = 1 } }',
            "",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'unseen = "zero"\nsmoothings = { b = { add = { "*" = 3, u = 1, v = 1 } } }',
            "model.smoothings.b: in class '-' of b the λ of what was never seen is 3, its "
            "probability a share of 2: more than 1",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'unseen = "zero"\nsmoothings = { a = { add = { "*" = 30, 0 = 1, 1 = 1 } } }',
            "",
        ),
        (
            "table",
            TEXTS,
            "",
            'unseen = "zero"\nsmoothing = { add = { "*" = 4, p = 1, q = 1 } }',
            "model.smoothing: in class '-' of the words the λ of what was never seen is 4, "
            "its probability a share of 3: more than 1",
        ),
        ("table", TEXTS, "", 'smoothing = { add = { "*" = 4, p = 1, q = 1 } }', ""),
        ("table", TEXTS, "", 'unseen = "zero"\nsmoothing = { add = { "*" = 3, p = 1, q = 1 } }', ""),
        ("table", VALUES, GAPS, 'prior = { "+" = 1 }', "model.prior: class '-' has no prior"),
        (
            "table",
            VALUES,
            GAPS,
            'prior = { "+" = "1/2", "~" = "1/2" }',
            "model.prior: unknown class '~'",
        ),
        ("table", VALUES, GAPS, 'prior = { "+" = "1/2", "-" = "1/2" }', ""),
        (
            "table",
            VALUES,
            GAPS,
            'prior = "smoothed"\nprior_smoothing = { add = { "*" = 1, "~" = 2 } }',
            "model.prior_smoothing: unknown value '~'",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'prior = "smoothed"\nprior_smoothing = { add = { "*" = 1, u = 2 } }\n'
            'smoothing = { add = { "*" = 1, u = 2 } }',
            "model.prior_smoothing: unknown value 'u'",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'prior = "smoothed"\nsmoothing = { add = { "*" = 1, u = 2 } }',
            "",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'prior = "smoothed"\nprior_smoothing = { add = { "+" = 1, "-" = 2 } }',
            "",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'prior = "smoothed"\nprior_smoothing = { add = { "+" = 1 } }',
            "model.prior_smoothing: no number for '-' in class '+'; give \"*\"",
        ),
        (
            "table",
            VALUES,
            GAPS,
            'prior = "smoothed"\nprior_smoothing = { gamma = [1, 1], take = "mean" }',
            "model.prior_smoothing: gamma is for the rates of poisson columns",
        ),
        (
            "table",
            VALUES,
            THREE,
            'prior = "mle"',
            "model.prior: class 'o' has no rows to estimate its prior from; give the "
            'prior, or say "uniform" or "smoothed"',
        ),
        ("table", VALUES, THREE, 'prior = "uniform"', ""),
        ("table", VALUES, THREE, 'prior = "smoothed"\nprior_smoothing = 1', ""),
        (
            "counts",
            "k + -\ntotal 3 0\na=1 1 0",
            "",
            'prior = "mle"',
            "model.prior: class '-' has no rows to estimate its prior from; give the "
            'prior, or say "uniform" or "smoothed"',
        ),
        (
            "counts",
            "k + -\ntotal 0 0\na=1 0 0",
            "",
            'prior = "smoothed"\nprior_smoothing = { add = 1, cells = "class" }',
            'model.prior_smoothing: no class has rows, so there are no cells = "class" to add to',
        ),
        (
            "counts",
            "k + -\ntotal 3 0\na=1 1 0",
            "",
            'prior = "smoothed"\nprior_smoothing = { add = 1, cells = "class" }',
            "",
        ),
        (
            "counts",
            COUNTED,
            "",
            'family = "multinomial"',
            "model.prior: the sizes of the classes are not known; give a row total, or say "
            '"uniform" or { class = number, ... }',
        ),
        (
            "counts",
            COUNTED,
            "",
            'family = "multinomial"\nprior = "smoothed"\nprior_smoothing = 1',
            "model.prior: the sizes of the classes are not known; give a row total, or say "
            '"uniform" or { class = number, ... }',
        ),
        ("counts", COUNTED, "", 'family = "multinomial"\nprior = "uniform"', ""),
        (
            "parameters",
            NO_PRIOR,
            "",
            "",
            'model.prior: there are no rows to estimate it from; say "uniform", { class = '
            "number, ... }, or give a row prior",
        ),
        ("parameters", NO_PRIOR, "", 'prior = "uniform"', ""),
        (
            "parameters",
            GIVEN,
            "",
            'prior = "mle"',
            'model.prior: there are no rows to estimate it from; say "uniform", { class = '
            "number, ... }, or give a row prior",
        ),
        (
            "parameters",
            GIVEN,
            "",
            'prior = "smoothed"\nprior_smoothing = 1',
            'model.prior: there are no rows to estimate it from; say "uniform", { class = '
            "number, ... }, or give a row prior",
        ),
        ("parameters", GIVEN, "", "", ""),
        (
            "parameters",
            GIVEN,
            "",
            "smoothing = 1",
            "model.smoothing: there are no counts to smooth, the numbers are given",
        ),
        (
            "parameters",
            GIVEN,
            "",
            "smoothings = { a = 1 }",
            "model.smoothing: there are no counts to smooth, the numbers are given",
        ),
        ("parameters", GIVEN, "", 'unseen = "zero"', ""),
        (
            "table",
            "x k\n1 a\n2 b",
            "",
            'family = "poisson"\nshare = "all"',
            "model.share: is of gaussian, spherical columns; those here are poisson",
        ),
        ("table", "x k\n1 a\n2 a\n4 b\n6 b", "", 'family = "gaussian"\nshare = "all"', ""),
        (
            "table",
            "x c k\n1 u a\n2 v a\n4 u b\n6 v b",
            "",
            'families = { x = "gaussian" }\nepsilon = 1\nsmoothing = 1',
            "",
        ),
        (
            "table",
            VALUES,
            GAPS,
            "epsilon = 1",
            "model.epsilon: is of gaussian, spherical columns; those here are bernoulli, categorical",
        ),
        ("table", VALUES, GAPS, 'conventions = "scikit-learn"', ""),  # what a preset says may idle
        (
            "table",
            VALUES,
            GAPS,
            'unseen = "zero"\nsmoothings = { b = { add = { u = 1, v = 2 } } }',
            "",
        ),
    ],
)
def test_a_rule_fits_the_values_and_classes(
    kind: str, rows: str, data: str, model: str, message: str
) -> None:
    """A choice that names what is not there, or rests on what was not counted, is told with its key."""
    text = f"[data]\n{kind} = '''\n{rows}\n'''\n{data}\n[model]\n{model}\n"
    assert told(lambda: Problem.from_text(text)) == message


@pytest.mark.parametrize(
    ("values", "message"),
    [(60, "model.smoothing: no number for 'v59' in class '+'; give \"*\""), (5_001, "")],
)
def test_a_number_for_each_of_many_values_is_looked_for_when_it_is_asked_for(
    values: int, message: str
) -> None:
    """Of 60 values in two classes the one without a number is found at once, of 5,001 it is not."""
    names = [f"v{n}" for n in range(values)]
    rows = "\n".join(f"{name} {'+-'[at % 2]}" for at, name in enumerate(names))
    numbers = ", ".join(f"{name} = 1" for name in names[:59])
    text = f"[data]\ntable = '''\na k\n{rows}\n'''\n[model]\nsmoothing = {{ add = {{ {numbers} }} }}\n"
    assert told(lambda: Problem.from_text(text)) == message
