"""How a page looks: one style sheet, light and dark, on a screen, a phone and paper.

Whatever a page is about, it has a `header` with an `h1` and paragraphs, perhaps a `nav` with a list of
links, and a `main` of parts that fold (`folded`), tables that scroll (`scrolled`), pictures (`bars`,
`curves`), paragraphs that explain a picture (`key`) or warn (`warning`). Colours are those named first;
whatever is drawn takes `currentColor`.
"""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;--ink:#1d1d20;--soft:#5c5c66;--line:#d9d9de;--paper:#fff;
--shade:#fff1c2;
--card:#f6f6f8;--accent:#1b4f9c;--red:#b3261e;--rose:#fdeceb;--glow:#d6e6ff}
@media(prefers-color-scheme:dark){:root{--ink:#e8e8ea;--soft:#a6a6b0;--line:#3c3c44;--paper:#161619;
--shade:#4d4013;--card:#202025;--accent:#9dc1ff;--red:#ff9a92;--rose:#3d1f1d;--glow:#24406b}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:50rem;background:var(--paper);
color:var(--ink);
font:1.0625rem/1.6 Charter,"Bitstream Charter","Source Serif 4",Georgia,"DejaVu Serif",serif;
overflow-wrap:anywhere}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem}
header p{margin:.15rem 0;color:var(--soft)}
nav{margin:1.5rem 0;padding:.75rem 1.25rem;background:var(--card);border-radius:.5rem}
nav a{text-decoration:none}
nav a:hover{text-decoration:underline}
nav ol{margin:0;padding-left:1.6rem;columns:2 18rem;column-gap:2rem}
a{color:var(--accent)}
details{margin-top:1.5rem;border-top:1px solid var(--line);padding-top:.5rem}
summary{cursor:pointer;padding:.25rem 0;border-radius:.25rem}
summary h2{display:inline;font-size:1.2rem;line-height:1.4;margin:0}
summary .number{font-family:"Exactnb Math",serif;color:var(--accent);margin-right:.35rem}
summary:focus-visible,.scroll:focus-visible,button:focus-visible,
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
main p{margin:.9rem 0;overflow-x:auto;overflow-y:hidden;padding-bottom:.2rem}
.setting{color:var(--soft);font-style:italic}
math{font-family:"Exactnb Math","STIX Two Math","Latin Modern Math","Cambria Math",math;text-indent:0;
font-size:1.06em}
.chains math,td math,th math,.rule math,main p math{math-style:normal}
.chains mfrac>*,.rule mfrac>*{math-style:normal}
.chains mfrac mfrac{padding-block:.15em}
.chains{display:grid;grid-template-columns:max-content auto minmax(8rem,1fr);column-gap:.6rem;
row-gap:.8rem;
align-items:baseline;margin:1rem 0;
overflow-x:auto;overflow-y:hidden;padding-bottom:.2rem}
.chain{display:contents}
.chain+.chain>:first-child,.chain+.chain>.left:not(.alone)+.right{margin-top:.4rem}
.left{grid-column:1;text-align:right}
.left.alone{grid-column:1/-1;text-align:left}
.right{grid-column:2;padding-left:1.5em;text-indent:-1.5em;line-height:2}
.why{grid-column:3;color:var(--soft);font-size:.9rem;padding-left:.6rem}
.answer{display:inline-block;text-indent:0;border:1.5px solid currentColor;border-radius:.2rem;
padding:.2rem .45rem}
.decimal{color:var(--soft)}
.rule{margin:1rem 0;overflow-x:auto}
.grids{display:flex;flex-wrap:wrap;gap:1.25rem 2.5rem;margin:1rem 0;align-items:flex-start}
.grid{max-width:100%;overflow-x:auto}
.scroll{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;line-height:1.5;overflow-wrap:normal}
th,td{padding:.22rem .7rem;text-align:center;unicode-bidi:isolate}
thead th,thead td{border-bottom:1.5px solid var(--ink);font-weight:600}
tbody+tbody tr:first-child>*{border-top:1.5px solid var(--ink)}
th[scope=row]{text-align:left;font-weight:600}
.grids td{padding:.4rem .7rem}
.data th[scope=row]{position:sticky;left:0;background:var(--paper);color:var(--soft);
font-weight:400}
.data .class{border-left:1px solid var(--line)}
.plain td,.plain th{text-align:left}
.plain td{vertical-align:baseline}
.text{min-width:16rem;overflow-wrap:anywhere}
.sum{border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
td.as{background:var(--shade);font-weight:600}
.lit,tr.lit>*,.data tr.lit th,tr.lit td.as{background:var(--glow)}
mrow[data-of]:focus-visible,td[data-of]:focus-visible{outline:2px solid var(--accent);
outline-offset:1px}
mrow[data-of]:focus,td[data-of]:focus{background:var(--glow)}
.told{position:fixed;bottom:.75rem;left:50%;transform:translateX(-50%);width:max-content;
max-width:calc(100% - 2rem);
padding:.3rem .8rem;background:var(--ink);color:var(--paper);border-radius:.4rem;font-size:.85rem;
visibility:hidden}
.told.on{visibility:visible}
.told button{margin:0 0 0 .8rem}
.hint{font-size:.85rem}
.copy{display:block;margin:.8rem 0 0;font-size:.75rem;color:var(--soft);background:none}
.folds{scroll-margin-top:4rem}
button{font:inherit;font-size:.85rem;margin-top:.6rem;padding:.15rem .7rem;color:var(--ink);
background:var(--card);border:1px solid var(--line);border-radius:.35rem;cursor:pointer}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
sub{line-height:0;font-size:.72em}
.key{font-size:.9rem;color:var(--soft)}
.key .as{background:var(--shade);color:var(--ink);font-weight:600;padding:0 .35rem}
mrow.zero{color:var(--red)}
td.zero{color:var(--red);background:var(--rose);font-weight:700;outline:1.5px solid var(--red);
outline-offset:-2px}
.warning{color:var(--red);border-left:3px solid var(--red);padding-left:.7rem}
mark{background:var(--shade);color:inherit;text-decoration:underline}
.blank{display:inline-block;width:9rem;border-bottom:1px solid currentColor;height:1.8em}
.bars{display:block;width:100%;max-width:27rem;height:auto;margin:1.2rem 0;color:inherit;
font:14px system-ui,sans-serif}
.bars text{fill:currentColor}
.curves{display:block;width:100%;max-width:32rem;height:auto;margin:1.2rem 0 .3rem;
font:13px system-ui,sans-serif}
.curves text{fill:currentColor;paint-order:stroke;stroke:var(--paper);stroke-width:4px}
.curves .tick{font-size:11px;opacity:.75}
.curve{fill:none;stroke:currentColor;stroke-width:1.8}
.axis,.seen{stroke:currentColor;stroke-opacity:.6;fill:none}
.change{stroke:currentColor;stroke-dasharray:4 4;stroke-opacity:.7}
.query{fill:currentColor}
.mark{fill:none;stroke:currentColor;stroke-width:1.2;stroke-opacity:.75}
.boundary{fill:none;stroke:currentColor;stroke-width:3.2;stroke-linejoin:round}
.post{stroke-width:3}
.plane .curve{stroke-width:1.2}
.whole{fill:none;stroke:currentColor;stroke-opacity:.45}
.part{fill:currentColor;fill-opacity:.35}
.most{fill-opacity:.8}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.75rem;font-size:.85rem;
color:var(--soft)}
@media(max-width:40rem){
body{padding:1.25rem 1rem 3rem;font-size:1rem}
.chains{display:block}
.chain{display:block;margin:1.1rem 0}
.left,.left.alone{text-align:left}
.chain+.chain>:first-child,.chain+.chain>.left:not(.alone)+.right{margin-top:0}
.right{overflow-x:auto;overflow-y:hidden;margin-top:.3rem}
.why{padding-left:1.5em;margin:.1rem 0 .4rem}
th,td{padding:.2rem .3rem}
.plain{font-size:.76rem}
.plain th,.plain td{padding:.2rem .12rem}
.data{font-size:.72rem}
.data th,.data td{padding:.2rem .15rem}
.data tr>:last-child{position:sticky;right:0}
.data tr>:last-child{box-shadow:-1px 0 var(--line)}
.data tr:not(.lit)>:last-child{background:var(--paper)}
}
@media print{
@page{margin:18mm}
:root{--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--shade:#fff1c2;--card:#fff;--accent:#000;
--red:#b3261e;--rose:#fdeceb;--glow:#d6e6ff}
body{max-width:none;padding:0;font-size:10.5pt;print-color-adjust:exact;
-webkit-print-color-adjust:exact}
details::details-content{content-visibility:visible;display:block;height:auto}
summary{list-style:none}
h2,h3,tr,svg,p,.rule,.grid,.chain>*{break-inside:avoid}
h2,h3,.rule{break-after:avoid}
summary{break-after:avoid}
nav,button,.copy,.told,.hint{display:none}
.scroll,.rule{overflow:visible}
.rule{padding-top:.35rem}
}
"""
