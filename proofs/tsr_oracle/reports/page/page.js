// What the page does: it filters, turns pages, goes to what an address names, and changes between light and dark.

const PAGE = 50; // how many failures are in the document at a time
const { titles, failures } = JSON.parse(byId("data").textContent);

// --- filters --------------------------------------------------------------------------------------------------------

// Gives a list of choices: all, or one of those that occur, with how often.
function offer(select, values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const named = [...counts].map(([value, count]) => element("option", { value }, `${value || "none"} (${number(count)})`));
  select.append(element("option", { value: "*" }, "all"), ...named);
}

// Calls `apply` with a test of each choice, whenever one changes.
function filters(form, apply) {
  const now = () => apply((name) => form.elements[name].value, form.elements.text.value.toLowerCase());
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", now);
  form.addEventListener("reset", () => setTimeout(now));
  now();
}

function fits(chosen, ...values) {
  return chosen === "*" || values.includes(chosen);
}

function number(count) {
  return count.toLocaleString("en");
}

// --- clauses --------------------------------------------------------------------------------------------------------

const CLAUSE_FILTERS = ["chapter", "kind", "provenance", "class"];
const rows = [...document.querySelectorAll("tbody tr")].map((row) => ({ row, text: row.textContent.toLowerCase() }));

function filterClauses(chosen, text) {
  for (const { row, text: all } of rows) {
    row.hidden = !(all.includes(text) && CLAUSE_FILTERS.every((name) => fits(chosen(name), row.dataset[name])));
  }
  const shown = rows.filter(({ row }) => !row.hidden).length;
  byId("clause-count").textContent = `${number(shown)} of ${number(rows.length)} clauses`;
}

// --- failures -------------------------------------------------------------------------------------------------------

const byName = new Intl.Collator("en", { numeric: true }).compare;
const texts = new Map(); // what a failure is searched in, made when a search first comes by
let matching = failures;
let first = 0;

function clausesNamed(failure) {
  return [...new Set([failure.clause, ...failure.clauses])];
}

function textOf(failure) {
  if (!texts.has(failure)) texts.set(failure, searched(failure).flat().join("\n").toLowerCase());
  return texts.get(failure);
}

function searched(failure) {
  const { name, title, clauses, why, command, config, said, differences, rows } = failure;
  return [name, title, failure.class, clauses, why, command, config, said, ...differences, rows.map((row) => row[3])];
}

function filterFailures(chosen, text) {
  matching = failures.filter(
    (failure) =>
      fits(chosen("class"), failure.class) &&
      fits(chosen("clause"), ...clausesNamed(failure)) &&
      fits(chosen("standing"), failure.standing) &&
      (!text || textOf(failure).includes(text)),
  );
  turn(0);
}

// Shows the failures from there on.
function turn(from) {
  first = from;
  const end = Math.min(first + PAGE, matching.length);
  byId("failure-list").replaceChildren(...matching.slice(first, end).map(item));
  byId("failure-count").textContent = `${number(matching.length)} of ${number(failures.length)} failures`;
  byId("where").textContent = `${number(first + 1)} to ${number(end)} of ${number(matching.length)}`;
  byId("pager").hidden = matching.length <= PAGE;
  byId("previous").setAttribute("aria-disabled", first === 0);
  byId("next").setAttribute("aria-disabled", end === matching.length);
}

function step(by) {
  const from = first + by * PAGE;
  if (from < 0 || from >= matching.length) return;
  turn(from);
  document.querySelector("#failure-list summary").focus();
}

// --- addresses ------------------------------------------------------------------------------------------------------

// Goes to what the address names, also where a filter or another page hides it.
function go() {
  const name = location.hash.slice(1);
  const failure = failures.find((one) => idOf(one) === name);
  if (failure) unfold(failure);
  else if (byId(name)?.hidden) clear("clause-filters");
  byId(name)?.scrollIntoView();
}

function unfold(failure) {
  if (!matching.includes(failure)) clear("failure-filters");
  if (!byId(idOf(failure))) turn(matching.indexOf(failure) - (matching.indexOf(failure) % PAGE));
  const details = byId(idOf(failure));
  details.open = true;
  details.firstElementChild.focus();
}

function clear(name) {
  const form = byId(name);
  for (const select of form.querySelectorAll("select")) select.value = "*";
  form.elements.text.value = "";
  form.dispatchEvent(new Event("input"));
}

// The worst class of a clause leads to the failures that name it.
function onlyOf(event) {
  const link = event.target.closest("a[data-clause]");
  if (!link) return;
  clear("failure-filters");
  const select = byId("failure-filters").elements.clause;
  select.value = link.dataset.clause;
  if (select.selectedIndex < 0) select.value = "*";
  select.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- light and dark -------------------------------------------------------------------------------------------------

// What the reader has chosen is remembered where the browser lets a page do that.
function remembered(chosen) {
  try {
    if (chosen) localStorage.setItem("tsr-oracle-theme", chosen);
    return localStorage.getItem("tsr-oracle-theme");
  } catch {
    return chosen;
  }
}

function dark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function show(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  byId("theme").textContent = dark() ? "Light" : "Dark";
}

// --- the start ------------------------------------------------------------------------------------------------------

for (const name of CLAUSE_FILTERS) offer(byId("clause-filters").elements[name], rows.map(({ row }) => row.dataset[name]));
for (const name of ["class", "standing"]) offer(byId("failure-filters").elements[name], failures.map((one) => one[name]));
offer(byId("failure-filters").elements.clause, failures.flatMap(clausesNamed).sort(byName));
filters(byId("clause-filters"), filterClauses);
filters(byId("failure-filters"), filterFailures);
byId("previous").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("theme").addEventListener("click", () => show(remembered(dark() ? "light" : "dark")));
byId("theme").hidden = false;
document.addEventListener("click", onlyOf);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => show());
addEventListener("hashchange", go);
show(remembered());
go();
