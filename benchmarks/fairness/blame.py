"""The tables of blame: which slips are named, which guesses are blamed, which honest students lose.

Students are simulated in `tests/helpers/students`, which shares no code with the package.
"""

from __future__ import annotations

from students.answers import FORMS
from students.measured import OUTCOMES, Measured


def figures(found: Measured) -> list[tuple[str, bool]]:
    """Return a row for each figure that is wanted, and whether it is reached."""
    named = found.share_of_slips("alone", "among others")
    another = found.share_of_slips("another suggested", "another claimed")
    most = [
        ("slips given only another name", another, 3),
        ("random decimals, 3 figures, blamed", found.blamed("3 figures"), 2),
        ("random decimals, 4 figures, blamed", found.blamed("4 figures"), 1),
        ("fractions to 20 blamed", found.blamed("fraction"), 5),
    ]
    least = [("slips named", named, 80), ("honest students who lose nothing", found.lost_nothing(), 99)]
    rows = [(name, share, f">= {bound}", share >= bound) for name, share, bound in least]
    rows += [(name, share, f"<= {bound}", share <= bound) for name, share, bound in most]
    return [
        (f"{name:<36} {share:6.2f} %   {'ok' if reached else 'NO':3} ({bound} %)", reached)
        for name, share, bound, reached in rows
    ]


def table(found: Measured) -> str:
    """Return the figures with their bounds, then slips by form, guesses by kind, rounding by way."""
    rows = [
        f"{found.problems} problems, {found.slips.total():,} slips, {found.guesses.total():,} guesses, "
        f"{found.honest.total():,} honest sheets",
        *(text for text, _ in figures(found)),
        "",
        "slips".ljust(18) + "".join(f"{name:>20}" for name in OUTCOMES),
    ]
    for form in ("", *FORMS, "label"):
        shares = "".join(f"{found.share_of_slips(o, form=form):18.1f} %" for o in OUTCOMES)
        rows.append(f"{form or 'all':<18}{shares}")
    rows += ["", "guesses blamed".ljust(18) + "".join(f"{form:>20}" for form in FORMS[:3])]
    for kind in dict.fromkeys(kind for _, kind, _ in found.guesses):
        rows.append(f"{kind:<18}" + "".join(f"{found.blamed(f, kind):18.1f} %" for f in FORMS[:3]))
    rows += ["", "honest rounding"]
    rows += [
        f"{way:<30}{found.lost_nothing(way):8.1f} %" for way in sorted({w for w, _ in found.honest})
    ]
    return "\n".join(rows)


def by_slip(found: Measured) -> str:
    """Return what was said of each slip, those named least first."""
    rows = []
    for name in {slip for slip, *_ in found.slips}:
        counts = [sum(n for k, n in found.slips.items() if (k[0], k[3]) == (name, o)) for o in OUTCOMES]
        rows.append((sum(counts[:2]) / sum(counts), name, counts))
    return "\n".join(
        f"{100 * share:5.0f} %  {name:<40}{counts}" for share, name, counts in sorted(rows)
    )


def examples(found: Measured, slip: str) -> str:
    """Return what students typed who made a slip, and what was said of it."""
    return "\n".join(
        f"\n--- {outcome}: {question} = {text}, said {', '.join(named)}\n{sheet.text()}"
        for (name, outcome), given in found.examples.items()
        for sheet, question, text, named in given[:25]
        if name == slip
    )
