"""Questions about a random problem: every shape of name that is worked out."""

from __future__ import annotations

from brute import Case
from hypothesis import strategies as st

from exactnb.core.naming.names import Item

__all__ = ["questions"]


def questions(case: Case) -> st.SearchStrategy[tuple[str, ...]]:
    """Return lists of questions, in canonical spelling, of every shape that is worked out."""
    estimates = [str(name) for name in case.estimates()]
    some = st.lists(st.sampled_from(estimates), max_size=5, unique=True)
    other = st.lists(st.sampled_from(_shapes(case)), max_size=6, unique=True)
    both = st.tuples(some, other).map(lambda of: tuple(dict.fromkeys((*of[0], *of[1]))))
    return both.filter(bool)


def _shapes(case: Case) -> list[str]:
    ids = tuple(Item("query", "", identity).spell() for identity in case.queries)
    k, *_ = (case.label(k).spell() for k in case.classes)
    pair = ":".join(Item("query", "", k).spell() for k in case.classes[:2])
    cells = [Item("cell", c.name, c.values[0]).spell() for c in case.blocks[:2]]
    words = [case.word(word).spell() for word in case.bag_words[:2]]
    shapes = [f"count({k})", "count()", f"freq({k})", f"odds({k})", f"log_odds({pair})", "vocabulary"]
    shapes += [f"tokens({k})", "accuracy", "accuracy_left_out", "free_parameters"]
    for x in (*cells, *words):
        shapes += [f"count({x},{k})", f"count({x})", f"freq({x}|{k})", f"P({x})", f"P({x}|{k})"]
    for x in (*ids, *cells, *words):
        shapes += [f"P({k},{x})", f"P({k}|{x})", f"P({x})", f"P({x}|{k})", f"argmax({x})"]
        shapes += [f"odds({pair}|{x})", f"odds({k}|{x})", f"log_odds({pair}|{x})", f"lr({pair}|{x})"]
        shapes += [f"-log2(P({x}))", f"log(P({k}|{x}))", f"-log10(P({k},{x}))", f"exp(P({x}))"]
    shapes += [f"P({word}|{x})" for word in words for x in (*ids, *cells[:1])]
    shapes += [f"P({word},{word}|{k})" for word in words]
    for first, second in zip(cells, (*cells[1:], *words[:1]), strict=False):
        shapes += [f"P({first}|{second})", f"P({k}|{first},{second})", f"P({k},{first}|{second})"]
        shapes += [f"P({first}|{k},{second})"]
    columns = [Item("column", c.name, "").spell() for c in case.blocks[:2]]
    if len(columns) == 2:
        both = ",".join(columns)
        shapes += [f"independent({both})", f"independent_in_data({both})"]
        shapes += [f"independent_in_data({both}|{k})", f"independent({','.join(cells)})"]
    shapes += [f"rank({cell})" for cell in cells]
    if not case.bag_family:
        shapes.append("bayes_error")
    if case.bag_family != "dirichlet-multinomial" and all(
        set(c.values) == {"0", "1"} for c in case.blocks
    ):
        shapes += [f"weight({pair}|{x})" for x in (*columns, *words)] + [f"bias({pair})"]
    return shapes
