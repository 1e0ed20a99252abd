// Version 1. The search of the reference: names that have every word of the query, operations first. No server is asked.
"use strict";
const SHOWN = 100;
const query = document.getElementById("query");
const found = document.getElementById("found");
const count = document.getElementById("count");

function search() {
  const words = query.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const hits = words.length === 0 ? [] : NAMES.filter(([name]) => {
    const lower = name.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
  // Operations have no set; a name that begins with the query comes before one that only has it.
  const rank = ([name, , set]) => (set === "" ? 0 : 2) + (name.toLowerCase().startsWith(words[0]) ? 0 : 1);
  hits.sort((a, b) => rank(a) - rank(b));
  count.textContent = words.length === 0 ? "" : `${hits.length} found` + (hits.length > SHOWN ? `, the first ${SHOWN} shown` : "");
  found.replaceChildren(...hits.slice(0, SHOWN).map(([name, page, set]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const [intrinsic, mnemonic] = name.split("~");
    link.href = page;
    link.textContent = intrinsic;
    const note = document.createElement("small");
    note.textContent = [mnemonic, set].filter((text) => text).join(", ");
    item.append(link, " ", note);
    return item;
  }));
}

query.addEventListener("input", search);
// A browser that goes back keeps what was asked; a link may ask: index.html#q=vqadd.
window.addEventListener("pageshow", () => {
  const asked = new URLSearchParams(location.hash.slice(1)).get("q");
  if (asked !== null) {
    query.value = asked;
  }
  search();
});
