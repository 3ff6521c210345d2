// The drawing of a workspace: a row an entry, bounds as boxes, links as arrows beside the tree.

const ROW = 26;
const INDENT = 22;
const LEFT = 34;
const MOST_LETTERS = 64;
const OTHER = "/@OTHER@";
const pencil = document.createElement("canvas").getContext("2d");

function widthOf(text) {
  pencil.font = `13px ${getComputedStyle(document.documentElement).getPropertyValue("--mono")}`;
  return pencil.measureText(text).width;
}

function entriesOf(failure) {
  const names = ["path", "depth", "kind", "text", "leadsTo", "bound", "inside", "marked"];
  const rows = failure.rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  const byPath = new Map(rows.map((row) => [row.path, row]));
  for (const row of rows) {
    row.target = byPath.get(row.leadsTo);
    row.dangles = row.kind === "link" && !row.target;
    row.leaves = row.kind === "link" && row.inside && row.target !== undefined && !row.target.inside;
  }
  return rows;
}

// What is said of an entry besides what it is, for the eye and the ear.
function notesOf(row) {
  const notes = [];
  if (row.kind === "absent") notes.push("(not there)");
  if (row.dangles) notes.push("✕ leads to nothing here");
  if (row.leaves) notes.push("↗ leaves the bounds");
  return notes;
}

function cut(text) {
  const letters = [...text];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join("")}…` : text;
}

// Gives each row its place; the second file system stands apart. Returns the height of all.
function place(rows) {
  let y = ROW / 2 + 4;
  for (const row of rows) {
    if (row.path === OTHER && row !== rows[0]) y += ROW;
    row.x = LEFT + row.depth * INDENT;
    row.y = y;
    row.shown = cut(row.text);
    row.said = notesOf(row).map((note) => `  ${note}`).join("");
    row.end = row.x + widthOf(row.shown + row.said + (row.bound && `   ${row.bound}`));
    y += ROW;
  }
  return y - ROW / 2 + 4;
}

// The rows of a directory's tree, itself first.
function beneath(rows, index) {
  const after = rows.slice(index + 1);
  const length = after.findIndex((row) => row.depth <= rows[index].depth);
  return [rows[index], ...(length < 0 ? after : after.slice(0, length))];
}

// A box for each bound, wide enough for those within it; the outer ones are drawn first.
function boxes(rows) {
  const found = [];
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index];
    if (!row.bound) continue;
    const inside = beneath(rows, index);
    row.right = Math.max(...inside.map((other) => (other.right ? other.right + 8 : other.end + 14)));
    const [x, y, height] = [row.x - 10, row.y - ROW / 2 + 1, inside.at(-1).y - row.y + ROW - 2];
    const box = { class: `bound ${row.bound}`, x, y, width: row.right - x, height, rx: 7 };
    const name = { class: "bound-name", x: row.right - 10, y: row.y, "text-anchor": "end" };
    found.unshift(drawn("rect", box), drawn("text", name, row.bound));
  }
  return found;
}

function branches(rows) {
  const last = []; // the row that was seen last, of each depth
  return rows.flatMap((row) => {
    last[row.depth] = row;
    const parent = last[row.depth - 1];
    if (!row.depth || !parent) return [];
    return [drawn("path", { class: "branch", d: `M${parent.x + 5} ${parent.y + 10}V${row.y}H${row.x - 4}` })];
  });
}

// Each arrow goes up or down in a lane that no other one uses between the same rows.
function arrows(rows, edge) {
  const lanes = [];
  return rows.flatMap((row) => {
    if (!row.target || row.target === row) return [];
    const span = [Math.min(row.y, row.target.y), Math.max(row.y, row.target.y)];
    let lane = lanes.findIndex((taken) => taken.every(([low, high]) => span[1] < low || span[0] > high));
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push(span);
    return arrow(row, edge + 16 + lane * 14);
  });
}

// Out to the lane at `x`, along it, and back to what the link leads to; a hard link has no head.
function arrow(row, x) {
  const down = row.target.y > row.y;
  const [from, to] = [row.y, row.target.y + (down ? -4 : 4)];
  const end = row.target.right ? row.target.right + 2 : row.target.end + 8;
  const [leaving, arriving] = down ? [from + 6, to - 6] : [from - 6, to + 6];
  const path = `M${row.end + 8} ${from}H${x - 6}Q${x} ${from} ${x} ${leaving}V${arriving}Q${x} ${to} ${x - 6} ${to}H${end + 7}`;
  const kind = row.leaves ? " leaves" : "";
  const line = drawn("path", { class: `arrow${kind}`, d: path });
  if (row.kind === "hard link") return [line];
  return [line, drawn("path", { class: `head${kind}`, d: `M${end} ${to}l8 -4.5v9z` })];
}

function bands(rows, width) {
  const marked = rows.filter((row) => row.marked);
  return marked.flatMap((row) => [
    drawn("rect", { class: "marked", x: 0, y: row.y - ROW / 2 + 3, width, height: ROW - 6, rx: 4 }),
    drawn("text", { class: "sign", x: 8, y: row.y }, "!"),
  ]);
}

function labels(rows) {
  return rows.map((row) => {
    const said = drawn("tspan", { class: row.leaves || row.dangles ? "bad" : "note" }, row.said);
    return drawn("text", { x: row.x, y: row.y }, drawn("tspan", { class: row.kind }, row.shown), said);
  });
}

function drawing(rows, id) {
  const height = place(rows);
  const around = boxes(rows);
  const edge = Math.max(0, ...rows.map((row) => Math.max(row.end, row.right ?? 0)));
  const pointing = arrows(rows, edge);
  const width = Math.ceil(edge + 30 + 14 * rows.filter((row) => row.target).length);
  const telling = rows.filter((row) => row.marked || row.bound || row.target || notesOf(row).length);
  return drawn(
    "svg",
    { role: "img", "aria-labelledby": `${id}-t ${id}-d`, width, height, viewBox: `0 0 ${width} ${height}` },
    drawn("title", { id: `${id}-t` }, `The workspace: ${rows.length} entries`),
    drawn("desc", { id: `${id}-d` }, telling.map((row) => lineOf(row).trim()).join(". ")),
    ...around, ...bands(rows, width), ...branches(rows), ...labels(rows), ...pointing,
  );
}

// An entry as a line of text, with all that the drawing shows of it.
function lineOf(row) {
  const notes = notesOf(row);
  if (row.bound) notes.push(`← ${row.bound}`);
  if (row.target) notes.push(row.kind === "hard link" ? `(the same file as ${row.leadsTo})` : `→ ${row.leadsTo}`);
  return `${row.marked ? "!" : " "} ${"  ".repeat(row.depth)}${row.text}  ${notes.join(" ")}`.trimEnd();
}

// What the marks in a drawing mean, as far as they are in it.
function legend(rows) {
  const known = [
    [rows.some((row) => row.marked), "! differs from what was expected"],
    [rows.some((row) => row.bound === "workspace"), "solid box: the workspace"],
    [rows.some((row) => row.bound === "allowed"), "dashed box: allowed besides"],
    [rows.some((row) => row.target && row.kind === "link"), "arrow: where a link leads"],
    [rows.some((row) => row.target && row.kind === "hard link"), "line: a further name of a file"],
    [rows.some((row) => row.leaves), "dotted arrow: it leaves the bounds"],
  ];
  return known.filter(([there]) => there).map(([, text]) => element("span", {}, text));
}

function figure(failure, id) {
  const rows = entriesOf(failure);
  const scrolling = { class: "block", role: "region", "aria-label": `Drawing, ${failure.name}`, tabindex: "0" };
  return element(
    "figure", {},
    element("div", scrolling, drawing(rows, id)),
    element("figcaption", {}, ...legend(rows)),
    element("details", {}, element("summary", {}, "The same as text"), element("pre", {}, rows.map(lineOf).join("\n"))),
  );
}
