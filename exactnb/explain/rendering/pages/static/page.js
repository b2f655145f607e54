(() => {
  const all = (of, at = document) => [...at.querySelectorAll(of)];
  const made = (tag, kind, text) => {
    const out = document.createElement(tag);
    out.className = kind;
    out.textContent = text;
    if (tag === "button") out.type = "button";
    return out;
  };
  const told = made("div", "told", "");
  const said = made("span", "", "");
  const show = made("button", "", "Show");
  said.setAttribute("role", "status");
  told.append(said, show);
  document.body.append(told);
  const tell = (text, more) => {
    said.textContent = text;
    show.hidden = !more;
    told.classList.toggle("on", text !== "");
  };
  tell("", false);

  const steps = all("main > details");
  const header = document.querySelector("header");
  const button = made("button", "", "");
  const name = () => {
    button.textContent = steps.every(s => s.open) ? "Fold all steps" : "Open all steps";
  };
  button.onclick = () => {
    const open = !steps.every(s => s.open);
    steps.forEach(s => { s.open = open; });
  };
  steps.forEach(s => s.addEventListener("toggle", name));
  name();
  if (steps.some(s => !s.open)) header?.append(button);
  const unfold = from => {
    for (let at = from; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  };
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    unfold(target);
    target?.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  if (location.hash) follow();
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = steps.filter(s => !s.open);
    folded.forEach(s => { s.open = true; });
  });
  addEventListener("afterprint", () => folded.forEach(s => { s.open = false; }));

  const written = text => {
    const area = made("textarea", "said", "");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done ? Promise.resolve() : Promise.reject();
  };
  const copy = text => navigator.clipboard
    ? navigator.clipboard.writeText(text).catch(() => written(text)) : written(text);
  all("template.latex").forEach(from => {
    const tool = made("button", "copy", "Copy LaTeX");
    const step = all("main > details").findIndex(s => s.contains(from)) + 1;
    tool.setAttribute("aria-label", `Copy LaTeX of step ${step}`);
    tool.onclick = () => copy(from.content.textContent).then(
      () => tell(`Step ${step} is copied as LaTeX.`, false),
      () => tell("Nothing could be copied here.", false)
    );
    from.replaceWith(tool);
  });

  const points = all("[data-of]");
  const data = document.querySelector(".data");
  const rows = data ? all("tbody:first-of-type tr", data) : [];
  let left = null;
  const alike = at => points.filter(p => p.dataset.of === at.dataset.of);
  const rowsOf = at => alike(at).flatMap(p => (p.dataset.rows || "").split(" ").filter(Boolean));
  const homeOf = at => alike(at).find(p => p.matches("td, .left"));
  const light = from => {
    const at = (from?.closest ? from : null)?.closest("[data-of]")
      || document.activeElement?.closest("[data-of]");
    all(".lit").forEach(e => e.classList.remove("lit"));
    if (!at) return tell("", false);
    const behind = rowsOf(at);
    alike(at).forEach(p => p.classList.add("lit"));
    behind.forEach(n => rows[n]?.classList.add("lit"));
    const names = behind.map(n => rows[n]?.querySelector("th")?.textContent || String(Number(n) + 1));
    const few = names.slice(0, 12).join(", ") + (names.length > 12 ? ", …" : "");
    const counted = alike(at).some(p => "rows" in p.dataset);
    const rowsSaid = names.length ? `: ${names.length > 1 ? "rows" : "row"} ${few}`
      : counted ? ": no row" : "";
    const home = homeOf(at);
    return tell(at.dataset.of + rowsSaid, home ? home !== at : names.length > 0);
  };
  const go = at => {
    const home = homeOf(at);
    const to = home ? (home === at ? null : home) : rows[rowsOf(at)[0]];
    if (!to) return;
    unfold(to);
    to.scrollIntoView({block: "center"});
    left = at;
    if (home) home.focus({preventScroll: true});
  };
  show.onclick = () => {
    const at = points.find(p => p.classList.contains("lit") ? p !== homeOf(p) : false);
    if (at) go(at);
  };
  document.addEventListener("pointerover", e => {
    if (!told.contains(e.target)) light(e.target);
  });
  document.addEventListener("click", e => {
    if (!told.contains(e.target)) light(e.target);
  });
  document.addEventListener("focusin", e => {
    if (e.target.matches("[data-of]")) light(e.target);
  });
  steps.forEach(step => {
    const own = all("[data-of]", step);
    const stop = at => own.forEach((p, n) => { p.setAttribute("tabindex", n === at ? "0" : "-1"); });
    stop(0);
    step.addEventListener("focusin", e => {
      if (own.includes(e.target)) stop(own.indexOf(e.target));
    });
    step.addEventListener("keydown", e => {
      const at = own.indexOf(e.target);
      if (0 > at) return;
      const next = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1,
        Home: 0, End: own.length - 1}[e.key];
      if (e.key === "Enter") go(e.target);
      else if (e.key === "Escape") { if (left) left.focus(); else e.target.blur(); left = null; }
      else if (own[next]) own[next].focus();
      else if (next === undefined) return;
      e.preventDefault();
    });
  });
  if (points.length) {
    const hint = "Point at a number, or Tab to it and use the arrow keys, to see where it comes from.";
    header?.append(made("p", "hint", hint));
  }
})();
