"""The ways to show what was verified, the same for solutions and for theorems."""

from __future__ import annotations

from contextlib import suppress
from typing import Unpack

from exactnb.core.naming.notation import Notation
from exactnb.core.problem.problem import Problem
from exactnb.core.problem.styles import style
from exactnb.core.shown import Shown
from exactnb.errors import Unsupported, quoted
from exactnb.explain.derivation import Verified
from exactnb.explain.rendering.formats import PageOptions, render, written


class Printed(Shown):
    """Offer to print a verified derivation, of a problem or of none."""

    verified: Verified
    problem: Problem | None

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        steps = len(self.verified.derivation.steps)
        title = quoted(self.verified.derivation.title or "untitled")
        said = "1 step" if steps == 1 else f"{steps} steps"
        return f"<{type(self).__name__} {title}: {said}; print() shows it>"

    def notation(self, name: str | None = None) -> Notation:
        """Return the notation of the problem, or the tool's own, or another one by its name."""
        if self.problem is not None:
            return self.problem.notation(name)
        return Notation(style(name or "plain"))

    def render(
        self,
        to: str,
        *,
        notation: str | None = None,
        width: int = 80,
        unicode: bool = True,
        fragment: bool = False,
        engine: str | None = None,
    ) -> str:
        """Return all of it as text in a format by its name, such as "latex", in a notation.

        `width` is in columns; without `unicode` text is plain ASCII; a `fragment` goes into a document
        of one's own, and an `engine` typesets LaTeX. Each concerns some formats only. Raises InputError
        with a near match for a name that is none, and Unsupported for a label that the format has no
        sign for.

        >>> from exactnb.explain.solution.derived import derive
        >>> derive("prior-mle-two").render("markdown").splitlines()[0]
        '# The MLE of the prior, two classes'
        """
        asked: PageOptions = {"width": width, "unicode": unicode, "fragment": fragment}
        return render(to, self.verified, self.notation(notation), engine=engine, **asked)

    def written(
        self,
        to: str,
        *,
        notation: str | None = None,
        engine: str | None = None,
        **asked: Unpack[PageOptions],
    ) -> str | bytes:
        """Return all of it in any format, as `render` does; a PDF is bytes."""
        return written(to, self.verified, self.notation(notation), engine=engine, **asked)

    def text(self, *, width: int = 80, unicode: bool = True, notation: str | None = None) -> str:
        """Return all of it as text for a terminal."""
        return self.render("text", width=width, unicode=unicode, notation=notation)

    def latex(
        self, *, fragment: bool = False, notation: str | None = None, engine: str = "pdflatex"
    ) -> str:
        """Return all of it as a LaTeX article, or the body alone; lualatex takes any script."""
        return self.render("latex", fragment=fragment, notation=notation, engine=engine)

    def markdown(self, *, notation: str | None = None) -> str:
        """Return all of it as Markdown with math, for GitHub and notebooks."""
        return self.render("markdown", notation=notation)

    def html(self, *, notation: str | None = None) -> str:
        """Return all of it as one HTML page by itself, its formulas as MathML."""
        return self.render("html", notation=notation)

    def typst(self, *, fragment: bool = False, notation: str | None = None) -> str:
        """Return all of it as a document of Typst, or the body alone."""
        return self.render("typst", fragment=fragment, notation=notation)

    def pdf(self, *, notation: str | None = None, engine: str = "typst") -> bytes:
        """Return all of it as a PDF, by the package typst (exactnb[pdf]), or by pdflatex or lualatex.

        Raises Unsupported where the engine is missing, or has no sign for a label.
        """
        made = self.written("pdf", notation=notation, engine=engine)
        assert isinstance(made, bytes)
        return made

    def json(self) -> str:
        """Return all of it as JSON, with how each line was accepted."""
        return self.render("json")

    def _looks_(self) -> dict[str, str]:
        """Return all of it as Markdown, and as the body of a LaTeX article."""
        looks = {"markdown": self.markdown()}
        with suppress(Unsupported):  # a label that pdflatex has no sign for
            looks["latex"] = self.latex(fragment=True)
        return looks
