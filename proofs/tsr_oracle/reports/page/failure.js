// One failure: a line in the list, and beneath it what is made once somebody opens it.

const STANDING = { warning: "A warning: it rests on a clause that this level does not ask for", excused: "Excused" };

function idOf(failure) {
  return `failure-${failure.name}-${failure.way}`.replace(/[^\w:.-]/g, "_");
}

function item(failure) {
  const summary = element(
    "summary", {},
    classMark(failure.class),
    element("h3", {}, `${failure.clause || "no clause"}: ${failure.why}`),
    element("small", {}, failure.standing === "counts" ? failure.name : `${failure.standing} · ${failure.name}`),
  );
  const details = element("details", { id: idOf(failure) }, summary);
  details.addEventListener("toggle", () => details.childElementCount > 1 || details.append(body(failure)));
  return element("li", {}, details);
}

function body(failure) {
  return element(
    "div", { class: "body" },
    ...standing(failure),
    element("p", {}, ...about(failure)),
    heading("The workspace"), figure(failure, idOf(failure)),
    heading("What was run"), ...ran(failure),
    heading("Expected and observed"), ...sides(failure),
    ...said(failure),
    heading("Clauses, those that tell most first"), clausesOf(failure),
    heading("See it again"), again(failure),
  );
}

function heading(text) {
  return element("h4", {}, text);
}

// Why a failure does not count, if it doesn't.
function standing(failure) {
  if (failure.standing === "counts") return [];
  const [reason, expires, link] = failure.excuse;
  const words = reason ? `: ${reason}, until ${expires} ` : "";
  return [element("p", {}, element("strong", {}, `Does not count. ${STANDING[failure.standing]}`), words, ...linked(link))];
}

// Only an address of the web is made a link.
function linked(link) {
  if (!link) return [];
  return [/^https?:\/\//.test(link) ? element("a", { href: link, rel: "noopener noreferrer" }, link) : `(${link})`];
}

function about(failure) {
  const through = failure.way === "hosted" ? "through the subject host" : "through the command";
  const from = failure.origin ? `; made smaller from case ${failure.origin}` : "";
  const title = failure.source === "spec" ? ["A case of the spec, “", ...markedUp(failure.title), "”"] : [failure.title];
  return [...title, `, ${through}${from}. `, element("a", { href: `#${idOf(failure)}` }, "Link to this failure")];
}

function ran(failure) {
  const lines = [`$ ${failure.command}`, ...failure.meanwhile.map((line) => `  ${line}`)];
  const config = failure.config ? [element("pre", { class: "block" }, failure.config)] : [];
  return [element("pre", { class: "block" }, lines.join("\n")), ...config];
}

function sides(failure) {
  if (!failure.differences.length) return [element("p", {}, failure.why)];
  const head = ["About", "Expected", "Observed"].map((name) => element("th", { scope: "col" }, name));
  const rows = failure.differences.map(([what, expected, observed]) =>
    element("tr", {}, element("th", { scope: "row" }, what), side(expected), side(observed)));
  return [element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows))];
}

function side(text) {
  return element("td", {}, text ? element("code", {}, text) : element("em", {}, "nothing"));
}

function said(failure) {
  return failure.said ? [heading("What the subject said"), element("pre", { class: "block" }, failure.said)] : [];
}

function clausesOf(failure) {
  const lines = failure.clauses.map((name) =>
    element("li", {}, element("a", { href: `#${name}` }, name), " ", ...markedUp(titles[name] ?? "")));
  return element("ul", { class: "plain" }, ...lines);
}

function again(failure) {
  if (!failure.replay) return element("p", {}, "No file is kept of a generated case that does not count; the record has it.");
  const words = element("code", {}, failure.replay);
  const told = element("span", { role: "status" });
  const copy = async () => (told.textContent = (await copied(words)) ? "Copied." : "Selected: copy it with Ctrl-C.");
  return element("div", { class: "copy" }, words, element("button", { type: "button", click: copy }, "Copy"), told);
}

// Whether the clipboard has it now. Where there is none, or it is refused, the words are selected and copied as of old.
async function copied(words) {
  try {
    await navigator.clipboard.writeText(words.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(words);
    return document.execCommand("copy");
  }
}
