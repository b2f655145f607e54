"""Forms as text for messages: what a formula adds up to that is no density."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from exactnb.explain.proving.forms import atoms
from exactnb.explain.proving.forms.rational import Form, FormPart
from exactnb.explain.proving.forms.roots import radicand

_TEMPLATES: Mapping[type[FormPart], str] = {
    atoms.Log: "log({})", atoms.Exp: "exp({})", atoms.AbsOf: "|{}|", atoms.GammaOf: "Γ({})",
    atoms.DigammaOf: "ψ({})", atoms.FactorialOf: "({})!",
}  # fmt: skip


def form_text(form: Form) -> str:
    """Return a form as text, with letters without their indices.

    >>> from exactnb.explain.proving.forms.rational import number
    >>> form_text(number(3) / number(2))
    '3/2'
    """
    above, below = _sum_text(form.numerator), _sum_text(form.denominator)
    if below == "1":
        return above
    return f"{_bracketed(above)}/{_bracketed(below, factors=True)}"


def _sum_text(form: Form) -> str:
    terms = [
        _term(times, ((base.atom, power) for base, power in factors)) for times, factors in form.terms()
    ]
    return " + ".join(sorted(terms)).replace("+ -", "- ") or "0"


def _term(times: int, factors: Iterable[tuple[FormPart | None, int]]) -> str:
    parts = [
        _atom(atom) + (f"^{power}" if power > 1 else "") for atom, power in factors if atom is not None
    ]
    if abs(times) != 1 or not parts:
        return " ".join((str(times), *parts))
    return ("-" if times < 0 else "") + " ".join(parts)


def _atom(atom: FormPart) -> str:
    match atom:
        case atoms.Indexed(atoms.LetterName(letter)):
            return letter
        case atoms.Circle():
            return "π"
        case atoms.Exp() if (root := radicand(atom)) is not None:
            return f"({form_text(root[0])})^(1/{root[1]})"
    template = _TEMPLATES.get(type(atom))
    return "…" if template is None else template.format(form_text(atom.argument))  # type: ignore[attr-defined]


def _bracketed(text: str, *, factors: bool = False) -> str:
    marks = " " if factors else " + "
    return f"({text})" if marks in text or " - " in text else text
