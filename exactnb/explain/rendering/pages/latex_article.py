"""The frame of a LaTeX document: an article for an engine, or a note of the required packages."""

from __future__ import annotations

_ARTICLE = r"""\documentclass[fleqn]{article}
\usepackage{%s}
%s\setlength{\textwidth}{17cm}\setlength{\oddsidemargin}{-5mm}
\setlength{\textheight}{25cm}\setlength{\topmargin}{-1cm}
\setlength{\headheight}{0pt}\setlength{\headsep}{0pt}\setlength{\footskip}{8mm}
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt}
\setlength{\mathindent}{2em}\setlength{\jot}{3pt}
\makeatletter
\renewcommand{\section}{\@startsection{section}{1}{0pt}{0pt}{3pt}{\Large\bfseries}}
\renewcommand{\subsection}{\@startsection{subsection}{2}{0pt}{8pt plus 4pt}{2pt}{\bfseries}}
\makeatother
\AtBeginDocument{\abovedisplayskip=3pt plus 2pt\abovedisplayshortskip=\abovedisplayskip
  \belowdisplayskip=\abovedisplayskip\belowdisplayshortskip=\abovedisplayskip}
\allowdisplaybreaks\emergencystretch=3em
\begin{document}
%s\end{document}
"""
_PACKAGES = {"pdflatex": "amsmath,amssymb", "lualatex": "amsmath,amssymb,fontspec"}
# fallback fonts for scripts that Latin Modern lacks, those that are installed
_FONTS = r"""\newcommand{\script}[1]{\IfFontExistsTF{#1}{\directlua{
  scripts = scripts or {} table.insert(scripts, "\luaescapestring{#1}:mode=harf;")}}{}}
\script{FreeSerif}\script{DejaVu Serif}\script{DejaVu Sans}\script{Noto Serif}
\script{Noto Serif CJK SC}\script{Source Han Serif}\script{FandolSong}\script{Noto Sans}
\script{Noto Sans CJK SC}\script{Noto Emoji}\script{Arial Unicode MS}\script{Unifont}
\directlua{luaotfload.add_fallback("scripts", scripts or {})}
\setmainfont{Latin Modern Roman}[RawFeature={fallback=scripts}]
"""
_SETTINGS = {"pdflatex": "", "lualatex": _FONTS}


def article(body: str, engine: str) -> str:
    """Return a complete document around `body`, for the `engine` pdflatex or lualatex."""
    return _ARTICLE % (_PACKAGES[engine], _SETTINGS[engine], body)


def fragment(body: str, engine: str) -> str:
    r"""Return `body` after a comment that names the packages that `engine` needs.

    >>> fragment("\\[1\\]", "lualatex").splitlines()[0]
    '% needs amsmath, amssymb and fontspec'
    """
    *most, last = _PACKAGES[engine].split(",")
    return f"% needs {', '.join(most)} and {last}\n{body}"
