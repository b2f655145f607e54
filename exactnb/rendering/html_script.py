"""What a page can do where scripts run: fold all steps, and show where a number comes from.

It stands in XML as it is, and so holds no sign that opens a tag or an entity.
"""

from __future__ import annotations

SCRIPT = """
(() => {
  const steps = [...document.querySelectorAll("main details")];
  const button = document.createElement("button");
  const anyOpen = () => steps.some(step => step.open);
  const name = () => { button.textContent = anyOpen() ? "Fold all steps" : "Open all steps"; };
  button.type = "button";
  button.onclick = () => { const open = !anyOpen(); steps.forEach(step => { step.open = open; }); };
  steps.forEach(s => s.addEventListener("toggle", name));
  document.querySelector("header").append(button);
  if (location.hash === "#fold") steps.slice(1).forEach(s => { s.open = false; });
  name();
  const rows = [...document.querySelectorAll(".data tbody:first-of-type tr")];
  const light = from => {
    document.querySelectorAll(".lit").forEach(e => e.classList.remove("lit"));
    const at = from?.closest?.("[data-of]");
    if (!at) return;
    document.querySelectorAll("[data-of]").forEach(e => {
      if (e.dataset.of !== at.dataset.of) return;
      e.classList.add("lit");
      (e.dataset.rows || "").split(" ").filter(Boolean).forEach(n => rows[n].classList.add("lit"));
    });
  };
  document.addEventListener("pointerover", event => light(event.target));
})();
"""
