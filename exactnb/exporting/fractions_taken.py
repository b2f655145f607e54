"""What systems that read fractions ask for: a fraction, a decimal, or either."""

from __future__ import annotations

from fractions import Fraction

from exactnb.exporting.items import Part, Response


def fraction_of(response: Response) -> Fraction | None:
    """Return the fraction that an answer is; a closed form is none.

    >>> fraction_of(Response("9/14")), fraction_of(Response("exp(-1)"))
    (Fraction(9, 14), None)
    """
    try:
        return Fraction(response.exact)
    except (ValueError, ZeroDivisionError):
        return None


def is_exact(part: Part) -> bool:
    """Say whether a fraction is asked for, so that a rounded decimal is not right."""
    return part.question.policy.kind == "exact" and fraction_of(part.key) is not None


def how_to_answer(part: Part) -> str:
    """Return in which form a number is given; whole numbers are fractions too, which tells nothing."""
    lowest = " in lowest terms" if part.question.policy.form == "lowest" else ""
    if is_exact(part):
        return f"as a fraction{lowest} or a whole number"
    return part.how if fraction_of(part.key) is None else f"as a fraction{lowest}, or {part.how}"
