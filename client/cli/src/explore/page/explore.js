// Version 1. The explorer's page. Text of others is only ever set as text: nothing here makes HTML of strings.

import { EXAMPLES, HINTS, heading, isRepeated, tally, written } from "./programs.js";

/** The most CPUs that are asked about at once: each may be a search. */
const MOST = 6;
const STATE_MS = 400;

const byId = (id) => document.getElementById(id);
const text = byId("text");
const mattr = byId("mattr");
const language = byId("language");
const boxes = new Map();
/** The run that is shown; one that is given up says nothing any more. */
let current = 0;
let stop = new AbortController();

/** An element with attributes and children, of which strings are texts. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

async function call(path, body, signal) {
  const asked = body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  };
  const response = await fetch(path, { ...asked, signal, cache: "no-store" });
  const value = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(value.error), value);
  }
  return value;
}

// What is asked.

function chosen() {
  return [...boxes].filter(([, box]) => box.checked).map(([cpu]) => cpu);
}

function choose(names) {
  boxes.forEach((box, cpu) => { box.checked = names.includes(cpu); });
  showChosen();
}

function showChosen() {
  const all = chosen();
  byId("chosen").textContent = all.length === 0 ? "none; the text's own target, or this machine" : all.join(", ");
}

/** A link that fills this page; it is in the fragment, which no server is sent. */
function link() {
  const parts = new URLSearchParams();
  parts.set("x", text.value);
  if (language.value !== "expression") {
    parts.set("l", language.value);
  }
  chosen().forEach((cpu) => parts.append("cpu", cpu));
  if (mattr.value.trim() !== "") {
    parts.set("mattr", mattr.value.trim());
  }
  return `#${parts}`;
}

/** Fills the page by its link. Nothing is asked before somebody says so: a link may come from anywhere. */
function fill() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (!parts.has("x")) {
    return false;
  }
  text.value = parts.get("x");
  mattr.value = parts.get("mattr") ?? "";
  speak(parts.get("l") ?? "expression");
  choose(parts.getAll("cpu"));
  byId("status").textContent = "Filled in from the link: press Ask.";
  return true;
}

/** Chooses a language, and says how it is written. */
function speak(name) {
  language.value = name in HINTS ? name : "expression";
  byId("hint").textContent = `${HINTS[language.value]} Ctrl+Enter asks.`;
}

function showCpus(about) {
  const [, host] = [about.host.arch, about.host.mcpu];
  byId("cpus").replaceChildren(...Object.entries(about.cpus).map(([arch, cpus]) => {
    const labels = cpus.map((cpu) => {
      const box = make("input", { type: "checkbox", value: cpu });
      boxes.set(`${arch} ${cpu}`, box);
      return make("label", { "data-name": cpu }, box, ` ${cpu}`, cpu === host ? " (this machine)" : "");
    });
    return make("fieldset", {}, make("legend", {}, arch), ...labels);
  }));
  if (!fill()) {
    choose([`${about.host.arch} ${host}`]);
    // Most readers know C; it takes the plug-in for clang.
    const [first] = EXAMPLES.filter((example) => about.programs || example.language === "expression");
    text.value = first.text;
    speak(first.language);
  }
}

// What is shown.

const cycles = (number) => `${number.toFixed(2)} cycles`;

/** Code whose mnemonics lead to the reference. */
function code(listing) {
  const block = make("pre", { tabindex: "0" });
  for (const line of listing.trimEnd().split("\n")) {
    const [, before, name, rest] = line.match(/^(\s*)([a-z][\w.]*)?(.*)$/s);
    const linked = name === undefined || rest.startsWith(":") ? name ?? "" : reference(name, name);
    block.append(before, linked, rest, "\n");
  }
  return block;
}

function reference(name, shown) {
  return make("a", { href: `find?name=${encodeURIComponent(name)}`, target: "_blank", rel: "noopener" }, shown);
}

function failed(error) {
  const [first, ...rest] = (error.message ?? String(error)).split("\n");
  const shown = [make("p", { class: "error", role: "alert" }, first)];
  if (rest.length > 0) {
    shown.push(make("pre", { class: "error" }, rest.join("\n")));
  }
  return shown;
}

/** A line with elapsed time and what the daemon does, until it is ended. */
function waiting(what) {
  const began = performance.now();
  const words = make("span", {});
  const line = make("p", { class: "quiet" }, make("span", { class: "spinner", "aria-hidden": "true" }), words);
  let state = "";
  const show = () => { words.textContent = `${what}, ${((performance.now() - began) / 1000).toFixed(1)} s${state}`; };
  const clock = setInterval(show, 100);
  const look = setInterval(async () => {
    try {
      const { running, waiting: queued } = await call("api/state");
      state = `; the daemon: ${running} searches running, ${queued} waiting`;
    } catch {
      state = "; the daemon does not say what it does";
    }
  }, STATE_MS);
  show();
  return { line, end: () => { clearInterval(clock); clearInterval(look); line.remove(); } };
}

function figures(result) {
  const gain = result.cost > 0 ? `${(result.baseline_cost / result.cost).toFixed(2)}x` : "-";
  const item = (label, value, kind) => make("li", {}, `${label} `, make("b", kind === undefined ? {} : { class: kind }, value));
  return make("ul", { class: "figures" },
    item("ours", cycles(result.cost)), item("plain LLVM", cycles(result.baseline_cost)), item("gain", gain),
    item("verdict", result.verdict, result.verdict === "proved" ? "proved" : undefined), item("from", result.source),
    item("in the daemon", `${result.milliseconds.toFixed(1)} ms`));
}

function proof(result) {
  const steps = result.proof?.steps ?? [];
  const shown = steps.map((step) => make("li", {}, step.claim,
    make("small", {}, `${step.methods.join(", ")}; ${step.lanes} lanes, ${step.work} units of work`)));
  const none = result.verdict === "baseline" ? "Nothing is to be proved: this is plain LLVM's own lowering." : "No steps are known.";
  return [make("h3", {}, "Proof, step by step"), shown.length > 0 ? make("ol", { class: "steps" }, ...shown) : make("p", { class: "quiet" }, none)];
}

/** The program a line a value; a line says which part of the expression it computes, and marks it. */
function program(autollvm, parts, expression) {
  const byValue = new Map((parts ?? []).map((part) => [String(part.value), part]));
  const shownExpression = make("pre", { tabindex: "0" }, expression);
  const mark = (part) => {
    const wanted = part === undefined ? -1 : expression.indexOf(part.expression.replace(/^\S+ /, ""));
    if (wanted < 0) {
      shownExpression.replaceChildren(expression);
      return;
    }
    const end = wanted + part.expression.replace(/^\S+ /, "").length;
    shownExpression.replaceChildren(expression.slice(0, wanted), make("mark", {}, expression.slice(wanted, end)), expression.slice(end));
  };
  const lines = autollvm.trimEnd().split("\n").map((line) => {
    const [own, intrinsic] = line.trim().split("  ; ");
    const part = byValue.get(own.match(/^%(\d+):/)?.[1]);
    const item = make("li", { class: "code" }, own);
    if (intrinsic !== undefined) {
      item.append("  ", reference(intrinsic, intrinsic));
    }
    if (part !== undefined && part.expression !== "") {
      item.append(make("small", {}, part.low_bits ? "has in its low bits " : "computes ", written(part)));
      item.tabIndex = 0;
      ["mouseenter", "focus"].forEach((event) => item.addEventListener(event, () => mark(part)));
      ["mouseleave", "blur"].forEach((event) => item.addEventListener(event, () => mark(undefined)));
    }
    return item;
  });
  return [shownExpression, make("ol", { class: "steps", "aria-label": "The program" }, ...lines)];
}

/** The code of both; where the expression is a line's, the compiler's own of that line is the one beside ours. */
function sides(found, own) {
  const side = (title, one) => make("figure", {}, make("figcaption", {}, one === undefined ? title : `${title}, ${cycles(one.cost)}`),
    one === undefined ? make("p", { class: "quiet" }, "The daemon has no program for this expression.") : code(one.code));
  const compiler = () => make("figure", {}, make("figcaption", {}, "clang, of this line in all its loops"), code(own.join("\n")));
  return [make("h3", {}, "Code, in the loop that is priced"), make("div", { class: "sides" },
    side("Isotope", found.ours), own === undefined || own.length === 0 ? side("Plain LLVM", found.plain) : compiler())];
}

function candidates(window, more) {
  const rows = window.candidates.map((one) => make("tr", {},
    make("td", {}, one.by, one.is_answer ? " (the answer)" : ""), make("td", { class: "n" }, one.cost.toFixed(2)), make("td", { class: "n" }, String(one.uops)),
    make("td", {}, tally(one.instructions), make("details", {}, make("summary", {}, "program and code"), ...program(one.autollvm, one.parts, windowText(window)), code(one.code)))));
  const head = make("tr", {}, ...["by", "cycles", "uops", "instructions"].map((name) => make("th", { scope: "col" }, name)));
  const shown = [make("h3", {}, `Candidates: ${window.candidates.length}`),
    make("p", { class: "quiet" }, "Priced and not proved here. A search proves from the cheapest on, and the first proof wins."),
    make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Candidates" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows)))];
  if (window.left_out > 0) {
    const button = make("button", { type: "button" }, `Price ${window.left_out} more`);
    button.addEventListener("click", () => { button.disabled = true; more(); });
    shown.push(make("p", {}, button));
  }
  return shown;
}

/** The expression with the names and the operand order that programs speak in: the outermost part. */
function windowText(window) {
  const parts = window.candidates.flatMap((one) => one.parts.map((part) => part.expression));
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "") || window.expression;
}

function sections(window) {
  const own = window.sections.filter(({ title }) => !isRepeated(title));
  return own.map(({ title, text: body }) => make("details", {}, make("summary", {}, title), make("pre", {}, body)));
}

/** Asks why an instruction is not used. */
function whyNot(ask, at, signal) {
  const field = make("input", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", placeholder: "vpmaddubsw" });
  const answer = make("div", { role: "status" });
  const form = make("form", {}, make("p", { class: "row" }, make("label", {}, "Why not this instruction? ", field), make("button", { type: "submit" }, "Ask why")), answer);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (field.value.trim() === "") {
      return;
    }
    const wait = waiting("Looking for programs with it");
    answer.replaceChildren(wait.line);
    try {
      const found = (await call("api/explain", { ...ask, why_not: field.value.trim() }, signal)).windows[at].why_not;
      const shown = [make("p", {}, make("b", {}, found.finding), `: ${found.reason}`)];
      if (found.input !== null) {
        shown.push(make("pre", {}, found.input));
      }
      if (found.candidate !== null) {
        shown.push(make("details", {}, make("summary", {}, "that program and its code"), make("pre", {}, found.candidate.autollvm), code(found.candidate.code)));
      }
      answer.replaceChildren(...shown);
    } catch (error) {
      answer.replaceChildren(...failed(error));
    } finally {
      wait.end();
    }
  });
  return form;
}

/** One expression's answer: what select says at once, then code and explanation as they come. */
function answered(result, at, ask, signal, own) {
  const details = make("div", {});
  const codeShown = make("div", {});
  const programShown = make("div", {}, ...program(result.autollvm, [], result.expression));
  const programs = make("details", {}, make("summary", {}, "Which instruction computes what, in AutoLLVM"), programShown);
  const notes = [...(result.truncated ? ["Cut short: asking again may bring better code."] : []), ...result.notes];
  const article = make("div", {}, make("pre", { tabindex: "0" }, result.expression), figures(result),
    ...notes.map((note) => make("p", { class: "error" }, note)), codeShown, ...proof(result), programs, whyNot(ask, at, signal), details);
  const showExplained = (explained) => {
    const window = explained.windows[at];
    const answer = window.candidates.find((one) => one.is_answer) ?? window.candidates.find((one) => result.verdict === "baseline" && one.by === "plain LLVM");
    if (answer !== undefined) {
      programShown.replaceChildren(...program(answer.autollvm, answer.parts, windowText(window)));
    }
    const more = () => load("api/explain", { ...ask, all: true }, "Pricing all candidates", details, showExplained, signal);
    details.replaceChildren(...candidates(window, more), make("h3", {}, "How the search sees it"), ...sections(window));
  };
  return { article, start: (code_, explanation) => {
    take(code_, "Compiling both", codeShown, (found) => codeShown.replaceChildren(...sides(found.windows[at], own)));
    take(explanation, "Looking at the candidates", details, showExplained);
  } };
}

async function take(promise, what, place, show) {
  const wait = waiting(what);
  place.append(wait.line);
  try {
    show(await promise);
  } catch (error) {
    if (error.name !== "AbortError") {
      place.replaceChildren(...failed(error));
    }
  } finally {
    wait.end();
  }
}

const load = (path, body, what, place, show, signal) => take(call(path, body, signal), what, place, show);

/** Asks for one CPU. */
async function askFor(cpu, place, signal) {
  const [arch, mcpu] = cpu === "" ? ["", ""] : cpu.split(" ");
  const ask = { text: text.value, arch, mcpu, mattr: mattr.value.trim() };
  if (language.value === "expression") {
    await answers(ask, place, signal);
    return;
  }
  await load("api/compile", { ...ask, language: language.value }, "Compiling", place, ({ windows, notes }) => {
    notes.forEach((note) => place.append(make("p", { class: "quiet" }, note)));
    for (const window of windows) {
      const part = make("section", {}, ...heading(make, window));
      place.append(part);
      const { arch: own, mcpu: cpu_, mattr: features, text: expression, compiler } = window;
      answers({ text: expression, arch: own, mcpu: cpu_, mattr: features }, part, signal, compiler);
    }
  }, signal);
}

/** Asks for expressions of one target; `own` is the code that the compiler makes of their line. */
async function answers(ask, place, signal, own) {
  await load("api/select", ask, "Asked", place, (report) => {
    const code_ = call("api/code", ask, signal);
    const explanation = call("api/explain", ask, signal);
    // Whoever shows them says what went wrong.
    [code_, explanation].forEach((promise) => promise.catch(() => undefined));
    report.results.forEach((result, at) => {
      const { article, start } = answered(result, at, ask, signal, own);
      place.append(article);
      start(code_, explanation);
    });
  }, signal);
}

function asked(event) {
  event?.preventDefault();
  stop.abort();
  stop = new AbortController();
  current += 1;
  history.replaceState(null, "", link());
  byId("copied").textContent = "";
  const cpus = chosen().length === 0 ? [""] : chosen();
  byId("status").textContent = cpus.length > MOST ? `The first ${MOST} of ${cpus.length} CPUs are asked about.` : "";
  const answers = byId("answers");
  answers.replaceChildren();
  for (const cpu of cpus.slice(0, MOST)) {
    const section = make("section", { class: "answer", "aria-label": cpu || "own target" }, make("h2", {}, cpu === "" ? "The text's own target, or this machine" : cpu));
    answers.append(section);
    askFor(cpu, section, stop.signal);
  }
}

byId("ask").addEventListener("submit", asked);
text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    asked(event);
  }
});
byId("cpus").addEventListener("change", showChosen);
byId("filter").addEventListener("input", (event) => {
  for (const label of byId("cpus").querySelectorAll("label")) {
    label.hidden = !label.dataset.name.includes(event.target.value.trim());
  }
});
byId("copy").addEventListener("click", async () => {
  history.replaceState(null, "", link());
  try {
    await navigator.clipboard.writeText(location.href);
    byId("copied").textContent = "Copied.";
  } catch {
    byId("copied").textContent = "The link is in the address bar.";
  }
});
byId("examples").append(...EXAMPLES.map((example) => {
  const button = make("button", { type: "button" }, example.name);
  button.addEventListener("click", () => {
    text.value = example.text;
    speak(example.language);
  });
  return button;
}));
language.addEventListener("change", () => speak(language.value));
speak(language.value);
window.addEventListener("hashchange", fill);
call("api/about").then((about) => {
  showCpus(about);
  byId("about").textContent = `isotope ${about.version}; daemon ${about.server}; dictionary ${about.epoch ?? "not said"}`;
}).catch((error) => byId("status").replaceChildren(...failed(error)));
