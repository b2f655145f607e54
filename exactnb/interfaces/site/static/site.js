// Finds cards and lists by all the words that are typed; without it the page shows all of them.
const box = document.querySelector(".search");
const field = document.querySelector("#search");
const told = document.querySelector("#found");
const items = [...document.querySelectorAll(".found")];

function find() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of items) {
    item.hidden = !words.every((word) => item.dataset.words.includes(word));
    shown += item.hidden ? 0 : 1;
  }
  for (const section of document.querySelectorAll("main > section")) {
    const inside = [...section.querySelectorAll(".found")];
    if (inside.length) section.hidden = inside.every((item) => item.hidden);
  }
  told.textContent = words.length ? `${shown} of ${items.length}` : "";
}

if (box) {
  box.hidden = false;
  field.addEventListener("input", find);
  find();
}
