"""The formats of a verified derivation, the same for solutions and for theorems."""

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


class PrintedDerivation(Shown):
    """Print a verified derivation, of a `problem` or of a theorem alone, in any format."""

    verified: Verified
    problem: Problem | None

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        steps = len(self.verified.derivation.steps)
        title = quoted(self.verified.derivation.title or "untitled")
        length = "1 step" if steps == 1 else f"{steps} steps"
        return f"<{type(self).__name__} {title}: {length}; print() shows it>"

    def notation(self, name: str | None = None) -> Notation:
        """Return the notation called `name`; without a name the problem's, or else "plain"."""
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
        """Return the derivation as text in the format `to`, such as "latex", in a `notation`.

        `width` is in columns; without `unicode` text is plain ASCII; a `fragment` is the body without
        the document around it, and `engine` the program that typesets LaTeX. Each concerns some formats
        only. Raises InputError with a near match for an unknown format or notation, and Unsupported for
        a label with a character that the format cannot print.

        >>> from exactnb.explain.solution.derived import derive
        >>> derive("prior-mle-two").render("markdown").splitlines()[0]
        '# The MLE of the prior, two classes'
        """
        options: PageOptions = {"width": width, "unicode": unicode, "fragment": fragment}
        return render(to, self.verified, self.notation(notation), engine=engine, **options)

    def written(
        self,
        to: str,
        *,
        notation: str | None = None,
        engine: str | None = None,
        **asked: Unpack[PageOptions],
    ) -> str | bytes:
        """Return the derivation in the format `to`, a PDF as bytes.

        `notation`, `engine` and the other options are those of `render`.
        """
        return written(to, self.verified, self.notation(notation), engine=engine, **asked)

    def text(self, *, width: int = 80, unicode: bool = True, notation: str | None = None) -> str:
        """Return the derivation as text for a terminal, `width` columns wide.

        Without `unicode` it is plain ASCII. `notation` names another notation than the problem's.
        """
        return self.render("text", width=width, unicode=unicode, notation=notation)

    def latex(
        self, *, fragment: bool = False, notation: str | None = None, engine: str = "pdflatex"
    ) -> str:
        """Return the derivation as a LaTeX article, with `fragment` its body alone.

        `engine` is "pdflatex" or "lualatex", which prints any script. `notation` is a name.
        """
        return self.render("latex", fragment=fragment, notation=notation, engine=engine)

    def markdown(self, *, notation: str | None = None) -> str:
        """Return the derivation as Markdown with math, for GitHub and notebooks, in a `notation`."""
        return self.render("markdown", notation=notation)

    def html(self, *, notation: str | None = None) -> str:
        """Return the derivation as one self-contained HTML page with MathML, in a `notation`."""
        return self.render("html", notation=notation)

    def typst(self, *, fragment: bool = False, notation: str | None = None) -> str:
        """Return the derivation as a Typst document in a `notation`, with `fragment` its body alone."""
        return self.render("typst", fragment=fragment, notation=notation)

    def pdf(self, *, notation: str | None = None, engine: str = "typst") -> bytes:
        """Return the derivation as a PDF in a `notation`, typeset by an `engine`.

        The engine is "typst" (the package of that name, exactnb[pdf]), "pdflatex" or "lualatex". Raises
        Unsupported if it is missing, or cannot print a character of a label.
        """
        content = self.written("pdf", notation=notation, engine=engine)
        assert isinstance(content, bytes)
        return content

    def json(self) -> str:
        """Return the derivation as JSON, with the check that accepted each line."""
        return self.render("json")

    def _looks_(self) -> dict[str, str]:
        """Return the derivation as Markdown, and as the body of a LaTeX article."""
        looks = {"markdown": self.markdown()}
        with suppress(Unsupported):  # a label has a character that pdflatex cannot print
            looks["latex"] = self.latex(fragment=True)
        return looks
