"""What stands around a solution in Typst: the page, and the few functions that its body calls."""

from __future__ import annotations

from exactnb.rendering.typst_text import string

_FUNCTIONS = r"""// Formulas in a line and on display, with the words that are read out in their place,
// and signs that they are made of.
#let m(said, body) = math.equation(alt: said, body)
#let d(said, body) = m(said, math.display(body))
// Lines are as high as their formulas are, where there is no leading.
#let tight(body) = { set par(leading: 0pt); body }
#let given = math.class("relation", "|")
#let pos = math.class("normal", "+")
#let neg = math.class("normal", "−")
#let asked = $class("relation", limits(=)^\?)$
#let grey(body) = text(fill: luma(95), body)
#let boxed(body) = box(stroke: 0.5pt, inset: (x: 3pt), outset: (y: 5pt), d("the answer", body))
// Rows of chains: the left sides end, and the reasons begin, below each other; what is alone has
// its left side in a row of its own.
#let row(head, body, why: none, depth: 0) = (head: head, body: body, why: why, depth: depth)
#let chain(alone: false, ..rows) = (rows.pos().map(row => row + (alone: alone)),)
#let chains(..all) = layout(size => {
  let chains = all.pos().map(chain => chain.first())
  let shown(row) = h(row.depth * 1em) + row.body
  let widest(of) = calc.max(0pt, ..of.map(body => measure(body).width))
  let head = widest(chains.flatten().map(row => row.head).filter(body => body != none))
  let reasoned = chains.flatten().filter(row => row.why != none)
  let (body, why) = (widest(reasoned.map(shown)), widest(reasoned.map(row => row.why)))
  let column = head + body + why + 3.5em.to-absolute() <= size.width
  set par(leading: 0pt)
  pad(left: 2em, for rows in chains {
    block(above: 10pt, below: 10pt, breakable: rows.len() > 12, for row in rows {
      let left = if row.alone { 0pt } else { head }
      block(above: 5pt, below: 5pt, par(hanging-indent: left + 1.5em, {
        box(width: left, if row.head != none { align(right, row.head) })
        h(0.28em)
        let place = head + body - left
        if row.why != none and column { box(width: place, shown(row)) } else { shown(row) }
        if row.why != none { h(1.2em) + row.why }
      }))
    })
  })
})
// What stands next to each other, a bar as long as a probability, room for an answer, a step.
#let beside(..of, by: top) = layout(size => {
  let shown = pad(left: 2em,
    grid(columns: of.pos().len(), column-gutter: 2em, align: by, ..of.pos()))
  let tall = measure(width: size.width, shown).height > 20cm
  block(above: 9pt, below: 9pt, breakable: tall, shown)
})
#let bar(share) = box(width: share * 5cm, height: 0.6em, fill: black) + box(
  width: (1 - share) * 5cm, height: 0.4pt, fill: black)
#let blank = box(width: 3.5cm, height: 1.6em, stroke: (bottom: 0.4pt))
#let title(body) = heading(level: 1, text(size: 14pt, body))
#let step(number, body, level: 2) = heading(level: level, [#number#h(1em)#body])
"""
_PAGE = r"""#set document(title: %s, date: none)
#set page(paper: "a4", margin: (x: 2cm, top: 2cm, bottom: 2.2cm), numbering: "1")
#set text(font: "New Computer Modern", size: 10pt, lang: "en")
#set smartquote(enabled: false)
#set par(spacing: 0.9em, leading: 0.6em)
#set table(stroke: none, inset: (x: 4pt, y: 3pt))
#set table.hline(stroke: 0.4pt)
#set table.vline(stroke: 0.4pt)
#set heading(numbering: none)
#show heading: set text(size: 10pt)
#show heading: set block(above: 14pt, below: 8pt)
#show math.equation: set text(font: "New Computer Modern Math")
"""


def page(title: str, body: str) -> str:
    """Return a whole document."""
    return f"{_PAGE % string(title)}{_FUNCTIONS}\n{body}"


def fragment(body: str) -> str:
    """Return what is included into a document of one's own, which has its page and its fonts."""
    return f"{_FUNCTIONS}\n{body}"
