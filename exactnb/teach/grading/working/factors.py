"""Find the factor of a product that does not belong there: 3/5 should be 3/9, or one is missing."""

from __future__ import annotations

import re

from exactnb.core.expression.nodes import Expression, Product, Quotient, Reference
from exactnb.core.naming.names import QuantityName
from exactnb.teach.answers.spelling import in_text
from exactnb.teach.grading.working.formulas import Formulas, may_be


def wrong_factor(
    formulas: Formulas, name: QuantityName, tree: Expression
) -> tuple[Expression | None, str]:
    """Return the one factor of `tree`, a product, that is not among those of `name`, and what is wrong.

    `formulas` has the right ones. The factor is None where one is missing; the text is empty where more
    than one differs, or where the quantity is no product.
    """
    graph = formulas.names.graph.with_targets((name,))
    formula = graph[name].formula
    if not isinstance(formula, Product) or not isinstance(tree, Product):
        return None, ""
    wanted = [factor.name for factor in formula.factors if isinstance(factor, Reference)]
    if len(wanted) < len(formula.factors):
        return None, ""
    written = list(tree.factors)
    missing: list[QuantityName] = []
    for each in wanted:
        value = graph.value(each)
        same = next(
            (formula for formula in written if may_be(formulas.read(in_text(formula)), value)), None
        )
        if same is None:
            missing.append(each)
        else:
            written.remove(same)
    if len(missing) == 1 and len(written) <= 1:
        right = f"{missing[0]} = {in_text(graph.as_counted(missing[0]))}"
        if not written:
            return None, f"the factor {right} is missing"
        return written[0], f"{in_text(written[0])} should be {right}"
    if len(written) == 1 and not missing:
        return written[0], f"the factor {in_text(written[0])} is one too many"
    return None, ""


def offset_of(factor: Expression, text: str) -> int:
    """Return where a factor stands in a text; 0 if it stands there twice, or in another spelling."""
    spelled = re.escape(in_text(factor))
    if isinstance(factor, Quotient):
        above, below = (re.escape(in_text(part)) for part in factor.children)
        braced = r"\s*\{{?\s*{}\s*\}}?"
        spelled = rf"(?:{above}\s*/\s*{below}|\\[dt]?frac{braced.format(above)}{braced.format(below)})"
    places = [match.start() for match in re.finditer(rf"(?<![\w.]){spelled}(?![\w.])", text)]
    return places[0] if len(places) == 1 else 0
