"""Lines of one quantity: numbers of any size end in decimals that hold, in points and matrices too."""

from thoroughness import all_of

from exactnb import Problem, Table, solve

FLOWERS = "0 1/10 t\n1 2 t\n1/10 1/3 t\n0 1/10 v\n2 1 v\n1 3 v"


def far(scale: int) -> Problem:
    """Return two classes of numbers that tie near 13/10 and 23/10 of a scale."""
    rows = [("20001", "a"), ("20002.5", "a"), ("20004", "a"), ("30001", "b"), ("30003", "b")]
    rows += [("30008", "b")]
    table = "\n".join(f"{number}e{scale} {label}" for number, label in rows)
    return Problem.from_text(
        f"[data]\ntable = '''\nx k\n{table}\n'''\n[model]\nfamilies = {{ x = \"gaussian\" }}\n"
    )


@all_of(
    "scale, points",
    [(-5, "{0.1288, 0.2294}"), (0, "{12877, 22941}"), (1, "{128774, 229409}"),
     (20, "{1.288 × 10²⁴, 2.294 × 10²⁴}")],
)  # fmt: skip
def test_points_are_told_to_their_last_digit(scale: int, points: str) -> None:
    """Points of more digits before the point than are asked for are whole numbers, rightly rounded."""
    assert f"≈ {points}" in solve(far(scale), only=["boundary(a:b)"]).text()


def test_entries_of_a_matrix_are_told_to_their_last_digit() -> None:
    """133800/13 is about 10292, not 10290."""
    problem = Problem.from_text(
        f"[notation]\nnumbers = 'exact'\n[data]\ntable = '''\nx y k\n{FLOWERS}\n'''\n"
        '[model]\nfamilies = { x = "qda", y = "qda" }\n'
    )
    text = solve(problem, only=["precision(t)"]).text()
    assert "= [[133800/13, −71100/13], [−71100/13, 37800/13]]" in text
    assert "≈ [[10292, −5469], [−5469, 2908]]" in text


def test_whether_numbers_are_equal_is_said_in_exact_numbers() -> None:
    """Where all else stands in decimals too: 1/3 × 1/3 is 1/9, and 0.3333 × 0.3333 is not 0.1111."""
    rows = [(a, b, "+") for a in "uvw" for b in "uvw"]
    ask = ["independent_in_data(a=u,b=u)"]
    problem = Problem(Table.from_rows(rows, ["a", "b", "y"]), ask=ask, number_style="decimal")
    text = " ".join(solve(problem).text().split())
    assert "= 1/9 ≟ 3/9 × 3/9 as counted = true" in text
