// The page that computes: what is typed and chosen goes to Python in a worker, and comes back exact.
const $ = (id) => document.getElementById(id);
const example = JSON.parse($("example").textContent);
const LAMBDAS = ["0", "1/100", "1/10", "1/4", "1/2", "3/4", "1", "3/2", "2", "3", "5", "10", "100"];
const TWENTIETHS = 20;
const LONGEST = 1_000_000; // characters in a link
const EXACT = 40; // signs of an exact value that stands beside a bar

let said = structuredClone(example.said);
let described = example.described;

// ------------------------------------------------------------------ the worker

let worker = null;
let started = false;
let last = 0;
const waiting = new Map();

function tell(words, isError = false) {
  $("status").textContent = words;
  $("status").classList.toggle("error", isError);
}

function begin() {
  if (worker) return;
  tell("Loading Python into this page, once: about 7 MB …");
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.ready) {
      started = true;
      tell("");
    }
    if (data.failed) fail(data.failed);
    if (data.id) {
      waiting.get(data.id)(JSON.parse(data.answer));
      waiting.delete(data.id);
    }
  };
  worker.onerror = (event) => fail(event.message || "the worker did not start");
}

function fail(words) {
  tell(`Python could not be loaded: ${words}. This page has to come from a web server.`, true);
}

function ask(request) {
  begin();
  return new Promise((resolve) => {
    last += 1;
    waiting.set(last, resolve);
    worker.postMessage({ id: last, request: JSON.stringify(request) });
  });
}

// ------------------------------------------------------------------ what is due

const DUE = { posterior: 1, solve: 2, describe: 3 };
let due = 0;
let busy = false;

async function want(what) {
  due = Math.max(due, DUE[what]);
  if (busy) return;
  busy = true;
  try {
    await settle();
  } finally {
    busy = false;
  }
}

async function settle() {
  while (due) {
    const now = due;
    due = 0;
    if (started && now > DUE.posterior) tell("Working it out …");
    const problem = structuredClone(said);
    if (now === DUE.describe && !(await describe(problem))) continue;
    const found = await ask({ do: "posterior", said });
    if (found.error) {
      tell(found.error, true);
      if (now > DUE.posterior) show("");
      continue;
    }
    drawBars(found);
    if (now === DUE.posterior) continue;
    if (due) due = Math.max(due, now); // something newer is to be shown, all of it
    else await solve();
  }
}

async function solve() {
  const found = await ask({ do: "solve", said });
  tell(found.error ?? "", Boolean(found.error));
  show(found.page ?? "");
}

async function describe(problem) {
  const found = await ask({ do: "describe", said: problem });
  if (due) return false;
  if (found.error) {
    tell(found.error, true);
    $("bars").replaceChildren();
    drawNotes([]);
    show("");
    return false;
  }
  described = found;
  drawChoices();
  return true;
}

// ------------------------------------------------------------------ small parts of a page

function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function drawn(value) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 8");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  for (const [width, kind] of [[100, "whole"], [100 * value, ""]]) {
    const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    rect.setAttribute("width", String(width));
    rect.setAttribute("height", "8");
    if (kind) rect.setAttribute("class", kind);
    svg.append(rect);
  }
  return svg;
}

function drawBars(found) {
  const rows = found.classes.map((each) => {
    const is = found.decided.includes(each.label) ? "exact decided" : "exact";
    const exact = each.exact && each.exact.length <= EXACT ? each.exact : "";
    const value = Number(each.decimal ?? "NaN");
    const shown = Number.isFinite(value) ? `≈ ${value.toFixed(4)}` : each.kind;
    return make(
      "div",
      { className: "bar" },
      make("span", { className: "label" }, each.label),
      drawn(Number.isFinite(value) ? value : 0),
      make("span", { className: is }, exact || shown),
      make("span", { className: "decimal" }, exact.includes("/") ? shown : ""),
    );
  });
  $("bars").replaceChildren(...rows);
}

function chooser(id, name, options, chosen, changed) {
  const select = make("select", { id });
  for (const [value, words] of options) {
    select.append(make("option", { value, selected: value === chosen }, words));
  }
  select.addEventListener("change", () => changed(select.value));
  return make("div", { className: "choice" }, make("label", { htmlFor: id }, name), select);
}

// ------------------------------------------------------------------ what can be chosen

function drawChoices() {
  const parts = [];
  const isTable = described.kind === "table";
  if (isTable) {
    const columns = [...described.columns.map((column) => column.name), described.label];
    const pairs = columns.map((name) => [name, name]);
    parts.push(chooser("label", "Class", pairs, described.label, (value) => {
      anew({ label: value, decimal: said.decimal, id: said.id === value ? null : said.id });
    }));
  }
  if (described.ids.length) {
    const pairs = described.ids.map((name) => [name, name || "(none)"]);
    parts.push(chooser("id", "Id, left out", pairs, described.id, (value) => {
      anew({ label: said.label, decimal: said.decimal, id: value });
    }));
  }
  if (described.kind === "texts") {
    const pairs = [["spaces", "at spaces"], ["words", "into lower-case words"], ["letters", "into letters"],
      ["items", "into items, at commas"]];
    parts.push(chooser("split", "Texts are cut", pairs, said.split || "spaces", (value) => {
      said.split = value;
      want("describe");
    }));
    const families = described.families.map((name) => [name, name]);
    parts.push(chooser("family", "Words are", families, described.family, (value) => {
      said.family = value;
      want("describe");
    }));
    const field = make("input", { id: "query", value: said.query || described.query, autocomplete: "off" });
    field.addEventListener("change", () => {
      said.query = field.value;
      want("solve");
    });
    parts.push(make("div", { className: "choice wide" }, make("label", { htmlFor: "query" }, "Text to decide"), field));
  }
  if (described.columns.length) {
    const rows = described.columns.map(drawQuery);
    parts.push(make("fieldset", {}, make("legend", {}, "What is seen"), make("div", { className: "grid" }, ...rows)));
  }
  const several = described.columns.filter((column) => column.families.length > 1);
  if (several.length) {
    const rows = several.map((column, number) => {
      const pairs = column.families.map((name) => [name, name]);
      return chooser(`family${number}`, column.name, pairs, column.family, (value) => {
        said.families = { ...said.families, [column.name]: value };
        want("describe");
      });
    });
    parts.push(make("fieldset", {}, make("legend", {}, "Families"), make("div", { className: "grid" }, ...rows)));
  }
  if (described.kind !== "file") {
    const box = make("input", { type: "checkbox", id: "decimal", checked: said.decimal === "," });
    box.addEventListener("change", () => {
      anew({ label: said.label, id: said.id, decimal: box.checked ? "," : null });
    });
    parts.push(make("div", { className: "pair" }, box, make("label", { htmlFor: "decimal" }, "1,5 is a number: the comma is the decimal sign")));
  }
  $("choices").replaceChildren(...parts);
  drawNotes(described.doubts);
  drawSliders();
  const before = $("quantity").value;
  $("quantity").replaceChildren(...described.asks.map((name) => make("option", { value: name }, name)));
  if (described.asks.includes(before)) $("quantity").value = before;
}

function drawNotes(doubts) {
  $("notes").replaceChildren(...doubts.map((doubt) => make("p", {}, `note: ${doubt}`)));
}

function drawQuery(column, number) {
  const id = `seen${number}`;
  const chosen = typeof said.query === "object" && said.query ? said.query[column.name] ?? "" : column.value;
  const changed = (value) => {
    const seen = described.columns.map((each) => [each.name, each.value]);
    said.query = { ...Object.fromEntries(seen), ...(typeof said.query === "object" ? said.query : {}), [column.name]: value };
    want("solve");
  };
  if (column.values.length) {
    const pairs = [["", "(not seen)"], ...column.values.map((value) => [value, value])];
    return chooser(id, column.name, pairs, chosen, changed);
  }
  const field = make("input", { id, value: chosen, inputMode: "decimal", autocomplete: "off" });
  field.addEventListener("change", () => changed(field.value));
  return make("div", { className: "choice" }, make("label", { htmlFor: id }, column.name), field);
}

function drawSliders() {
  const parts = [];
  if (described.smooths) {
    const given = described.kind === "file" ? "unchanged" : "0";
    parts.push(slider("lambda", "λ", LAMBDAS, said.smoothing, given, (value) => { said.smoothing = value; }));
  }
  if (described.classes.length > 1) {
    const label = said.prior?.label ?? described.classes[0];
    const stops = Array.from({ length: TWENTIETHS + 1 }, (_, n) => reduced(n, TWENTIETHS));
    const row = slider("prior", "Prior of", stops, said.prior?.is ?? null, "unchanged", (value) => {
      said.prior = { label: $("of").value, is: value };
    }, 10);
    const classes = described.classes.map((name) => make("option", { value: name, selected: name === label }, name));
    const of = make("select", { id: "of" }, ...classes);
    of.setAttribute("aria-label", "Class of the prior");
    of.addEventListener("change", () => {
      said.prior = null;
      drawSliders();
      $("of").value = of.value;
      want("solve");
    });
    row.firstChild.append(of);
    parts.push(row);
  }
  $("sliders").replaceChildren(...parts);
}

function slider(id, name, stops, chosen, given, changed, first = 0) {
  const at = stops.indexOf(chosen);
  const range = make("input", { type: "range", id, min: 0, max: stops.length - 1, step: 1 });
  range.value = String(at < 0 ? first : at);
  const shown = make("output", { htmlFor: id }, at < 0 ? given : chosen);
  const say = () => range.setAttribute("aria-valuetext", shown.textContent);
  range.addEventListener("input", () => {
    shown.textContent = stops[Number(range.value)];
    say();
    changed(stops[Number(range.value)]);
    want("posterior");
  });
  range.addEventListener("change", () => want("solve"));
  say();
  const named = make("span", { className: "pair" }, make("label", { htmlFor: id }, name));
  return make("div", { className: "slider" }, named, range, shown);
}

function reduced(above, below) {
  const gcd = (a, b) => (b ? gcd(b, a % b) : a);
  const by = gcd(above, below) || 1;
  return below / by === 1 ? String(above / by) : `${above / by}/${below / by}`;
}

// ------------------------------------------------------------------ the solution, step by step

const frame = $("solution");
let hiddenParts = [];

function show(page) {
  stopSteps();
  frame.hidden = !page;
  if (page && frame.srcdoc !== page) frame.srcdoc = page;
}

function fit() {
  const inside = frame.contentDocument?.documentElement;
  if (inside) frame.style.height = `${Math.ceil(inside.getBoundingClientRect().height) + 2}px`;
}

function onShown() {
  fit();
  const inside = frame.contentDocument;
  if (!inside?.body) return;
  new ResizeObserver(fit).observe(inside.body);
  inside.addEventListener("click", lead);
}

// A page inside of another has no address: its links lead nowhere by themselves.
function lead(event) {
  const link = event.target.closest?.("a[href]");
  if (!link) return;
  const place = link.getAttribute("href");
  event.preventDefault();
  if (!place.startsWith("#")) {
    open(link.href, "_blank", "noopener,noreferrer");
    return;
  }
  const target = frame.contentDocument.getElementById(place.slice(1));
  for (let at = target; at; at = at.parentElement) if (at.localName === "details") at.open = true;
  fit();
  target?.scrollIntoView();
}

frame.addEventListener("load", onShown);
if (frame.contentDocument?.readyState === "complete") onShown();

// What is revealed at once: a heading with what follows it, a table, a line with its reason.
function pieces() {
  const found = [];
  for (const step of frame.contentDocument.querySelectorAll("main > details")) {
    step.open = true;
    let head = [step];
    for (const part of step.querySelector(".folds").children) {
      for (const piece of part.matches(".chains") ? lines(part) : [[part]]) {
        found.push([...head, ...piece]);
        head = [];
      }
    }
    if (head.length) found.push(head);
  }
  return found;
}

function lines(chains) {
  const found = [];
  for (const chain of chains.children) {
    let left = [];
    for (const cell of chain.children) {
      if (cell.matches(".left")) left.push(cell);
      else if (cell.matches(".right") || !found.length) found.push([...left.splice(0), cell]);
      else found.at(-1).push(cell);
    }
    if (left.length) found.push(left);
  }
  return found;
}

function startSteps() {
  hiddenParts = pieces().slice(1);
  for (const piece of hiddenParts) for (const part of piece) part.style.display = "none";
  $("next").hidden = !hiddenParts.length;
  $("steps").textContent = "Show everything";
  fit();
  document.querySelector(".controls").scrollIntoView();
  $("next").focus();
}

function stopSteps() {
  for (const piece of hiddenParts) for (const part of piece) part.style.display = "";
  hiddenParts = [];
  $("next").hidden = true;
  $("steps").textContent = "Step by step";
  fit();
}

function nextStep() {
  const [piece] = hiddenParts.splice(0, 1);
  for (const part of piece ?? []) part.style.display = "";
  fit();
  if (piece) follow(piece.at(-1));
  if (!hiddenParts.length) {
    stopSteps();
    $("steps").focus();
  }
}

// Scrolls the page, around the frame, to where the last line that is shown ends.
function follow(part) {
  const bottom = frame.getBoundingClientRect().top + part.getBoundingClientRect().bottom;
  if (bottom > innerHeight - 40) scrollBy({ top: bottom - innerHeight + 120 });
}

$("steps").addEventListener("click", () => (hiddenParts.length ? stopSteps() : startSteps()));
$("next").addEventListener("click", nextStep);

// ------------------------------------------------------------------ what is typed

function anew(more = {}) {
  const nothing = { label: null, id: null, family: null, split: null, decimal: null, families: null, query: null, smoothing: null, prior: null };
  said = { text: $("text").value, options: $("options").value, ...nothing, ...more };
  want("describe");
}

$("options").addEventListener("change", () => anew());

let typing = 0;
$("text").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(anew, 400);
});

$("file").addEventListener("change", async () => {
  const [file] = $("file").files;
  if (!file) return;
  const encoding = /--encoding[ =]"?([\w-]+)/.exec($("options").value)?.[1] ?? "utf-8";
  try {
    $("text").value = new TextDecoder(encoding, { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    tell(`This file is no text in ${encoding}: say --encoding cp1252, or another, in Options, and choose it again.`, true);
    $("file").value = "";
    return;
  }
  anew();
});

// ------------------------------------------------------------------ answers, links, files

async function check() {
  const answer = $("answer").value;
  $("verdict").textContent = started ? "" : "Loading Python …";
  const found = await ask({ do: "check", said, quantity: $("quantity").value, answer });
  $("verdict").textContent = found.error ?? found.told;
  $("verdict").className = found.right ? "right" : "wrong";
}

$("check").addEventListener("click", check);
$("answer").addEventListener("keydown", (event) => {
  if (event.key === "Enter") check();
});

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let out = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return out + decoder.decode();
    out += decoder.decode(value, { stream: true });
    if (out.length > LONGEST) throw new Error("the link is too long");
  }
}

$("link").addEventListener("click", async () => {
  history.replaceState(null, "", `#p=${await packed(JSON.stringify(said))}`);
  try {
    await navigator.clipboard.writeText(location.href);
    tell("The link is copied: it holds the whole problem, behind the sign #, which browsers never send.");
  } catch {
    tell("The address above is the link: it holds the whole problem, behind the sign #.");
  }
});

const ENDINGS = { html: "html", latex: "tex", markdown: "md", text: "txt" };

$("save").addEventListener("change", async () => {
  const to = $("save").value;
  $("save").value = "";
  if (!to) return;
  const found = await ask({ do: "save", said, to });
  if (found.error) {
    tell(found.error, true);
    return;
  }
  const link = make("a", { download: `solution.${ENDINGS[to]}`, href: URL.createObjectURL(new Blob([found.content])) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});

const text = (value) => (typeof value === "string" ? value : null);
const texts = (value) => Object.fromEntries(Object.entries(value ?? {}).filter(([, of]) => typeof of === "string"));

// A link may come from anybody: of what it holds only texts under known names are taken.
async function fromLink() {
  if (!location.hash.startsWith("#p=")) return false;
  try {
    const given = JSON.parse(await unpacked(location.hash.slice(3)));
    said = {
      text: String(given.text),
      options: text(given.options),
      label: text(given.label),
      id: text(given.id),
      split: text(given.split),
      family: text(given.family),
      decimal: text(given.decimal),
      families: given.families ? texts(given.families) : null,
      query: text(given.query) ?? (given.query ? texts(given.query) : null),
      smoothing: text(given.smoothing),
      prior: given.prior ? { label: String(given.prior.label), is: String(given.prior.is) } : null,
    };
  } catch {
    tell("This link holds no problem that can be read.", true);
    return false;
  }
  $("text").value = said.text;
  $("options").value = said.options ?? "";
  $("bars").replaceChildren();
  $("choices").replaceChildren();
  $("sliders").replaceChildren();
  show("");
  want("describe");
  return true;
}

// ------------------------------------------------------------------ the beginning

for (const part of document.querySelectorAll(".script")) part.hidden = false;
$("unscripted").hidden = true;
document.querySelector("main").addEventListener("pointerdown", begin, { once: true });
document.querySelector(".desk").addEventListener("focusin", begin, { once: true });
window.addEventListener("hashchange", fromLink);
if (!(await fromLink())) drawChoices();
