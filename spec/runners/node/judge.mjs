// Whether what was seen is one of a vector's admissible outcomes.
import fs from "node:fs";
import path from "node:path";
import { entriesOf } from "./world.mjs";

/** What is wrong, in words: the differences from the outcome that is nearest; "" where one of them is met. */
export function judge({ given, admissible }, seen, world, wording) {
  const found = admissible.map((outcome) => differences(given, outcome, seen, world, wording));
  return found.reduce((best, one) => (one.length < best.length ? one : best)).join("; ");
}

function differences(given, outcome, seen, world, wording) {
  const wrong = [];
  const text = JSON.stringify;
  const differ = (what, right, got) => wrong.push(`${what}: ${text(got)} where ${text(right)} is right`);
  if (seen.exit !== outcome.exit) differ("exit code", outcome.exit, seen.exit);
  if (![undefined, seen.stdout].includes(outcome.stdout)) differ("standard output", outcome.stdout, seen.stdout);
  for (const text of outcome.hidden ?? []) {
    if (seen.stdout.includes(text) || seen.stderr.includes(text)) differ("output", `nothing of ${text}`, "it is there");
  }
  for (const line of (wording && outcome.says) || []) {
    if (!seen.stderr.split("\n").includes(line)) differ("standard error", line, seen.stderr);
  }
  trees(given, outcome, seen.tree, differ);
  children(outcome, seen, differ);
  if (outcome.events !== undefined) events(given, outcome, seen, world, differ);
  return wrong;
}

// --- the tree ------------------------------------------------------------------------------------------------------

/** The tree as it has to be: each entry as it was or was made, and which of them are one file. */
function wantedTree(given, { gone = [], made = [] }) {
  const before = entriesOf(given);
  const wanted = new Map();
  const add = (entry, entries, group) => {
    const same = entry.same_as === undefined ? undefined : entries.get(entry.same_as);
    wanted.set(entry.path, same === undefined ? { ...entry, group } : { ...same, group: same.group ?? entry.same_as });
  };
  for (const entry of before.values()) add(entry, before, entry.path);
  gone.forEach((name) => wanted.delete(name));
  made.filter((entry) => entry.same_as === undefined).forEach((entry) => add(entry, wanted, `${entry.path} (new)`));
  made.filter((entry) => entry.same_as !== undefined).forEach((entry) => add(entry, wanted));
  return wanted;
}

function trees(given, outcome, tree, differ) {
  const wanted = wantedTree(given, outcome);
  const made = new Set((outcome.made ?? []).map((entry) => entry.path));
  const [inodes, groups] = [new Map(), new Map()];
  for (const name of new Set([...wanted.keys(), ...tree.keys()])) {
    if (outcome.unjudged?.includes(name)) continue;
    const [right, there] = [wanted.get(name), tree.get(name)];
    if (inWords(right) !== inWords(there)) {
      differ(name, inWords(right), inWords(there));
    } else if (right.file !== undefined || right.program !== undefined) {
      const old = !outcome.touched?.includes(name);
      if (!made.has(name) && there.old !== old) differ(name, old ? "its old time" : "a new time", "the other");
      const [inode, group] = [inodes.get(right.group) ?? there.inode, groups.get(there.inode) ?? right.group];
      const same = inode === there.inode && group === right.group;
      if (!same) differ(name, `one file with ${right.group}`, `one with ${group}`);
      inodes.set(right.group, there.inode), groups.set(there.inode, right.group);
    }
  }
}

function inWords(entry) {
  if (entry === undefined) return "nothing";
  const owner = entry.owner === undefined ? "" : " of another user";
  if (entry.directory) return `a directory ${entry.mode ?? "0755"}${owner}`;
  if (entry.link !== undefined) return `a link to ${entry.link}${owner}`;
  if (entry.program !== undefined) return `a program that ends with ${entry.program} after ${entry.after ?? "nothing"}`;
  return entry.special ? `a ${entry.special}` : `a file ${entry.mode ?? "0644"}${owner}: ${entry.file}`;
}

// --- programs ------------------------------------------------------------------------------------------------------

function children(outcome, { started, said }, differ) {
  const { children: wanted = [], order, fewer = false } = outcome;
  const left = new Set(wanted.keys());
  const pids = new Map();
  const words = ({ argv, cwd }) => JSON.stringify([argv, cwd]);
  for (const [at, child] of started.entries()) {
    if (fewer && child.argv === undefined) continue; // it was ended before it had said who it is
    const place = [...left].find((one) => words(wanted[one]) === words(child));
    const inOrder = order !== undefined || place === at;
    if (place === undefined || !inOrder) return differ("programs", wanted.map(words), started.map(words));
    left.delete(place);
    pids.set(place, child.pid);
    for (const [name, value] of wanted[place].env ?? []) {
      const has = child.env.get(name) ?? null;
      if (has !== value) differ(`${name} of ${child.argv[0]}`, value, has);
    }
    if (![undefined, child.isolated].includes(outcome.isolated) && child.isolated !== undefined) {
      differ(`process group of ${child.argv[0]}`, outcome.isolated ? "its own" : "the runner's", "the other");
    }
  }
  if (left.size && !fewer) differ("programs", wanted.map(words), started.map(words));
  for (const [later, earlier] of order ?? []) {
    const [start, end] = [said.indexOf(`start ${pids.get(later)}`), said.indexOf(`end ${pids.get(earlier)}`)];
    const tooEarly = start >= 0 && (end < 0 || start < end);
    if (tooEarly) differ("order", `${words(wanted[later])} behind ${words(wanted[earlier])}`, "before its end");
  }
}

// --- events --------------------------------------------------------------------------------------------------------

function events(given, outcome, seen, world, differ) {
  const name = /(?:^|\n)--reporter-file[=\n]([^\n]*)/.exec(given.argv.join("\n"))?.[1];
  const file = name && path.resolve(world.place(given.cwd ?? "ws"), world.real(name));
  const isFile = file !== undefined && fs.statSync(file, { throwIfNoEntry: false })?.isFile();
  const text = isFile ? fs.readFileSync(file, "utf8") : file === undefined ? seen.stderr : "";
  const lines = text.split("\n").filter((line) => (file === undefined ? line.startsWith("{") : line !== ""));
  const told = lines.map(eventInWords).filter(Boolean);
  const sorted = (every) => (outcome.order === undefined ? every : [...every.slice(0, -1).sort(), ...every.slice(-1)]);
  if (JSON.stringify(sorted(told)) !== JSON.stringify(sorted(outcome.events))) differ("events", outcome.events, told);
}

function eventInWords(line) {
  try {
    const event = JSON.parse(line);
    if (event.type === "summary") {
      const error = event.runnerError === null ? "" : ", error";
      const counts = `${event.ok} ok, ${event.failed} failed`;
      return `summary of ${event.task}: ${event.status} ${event.exitCode}, ${counts}${error}`;
    }
    return { ok: `${event.label}: ok`, failed: `${event.label}: failed ${event.exitCode}`, skipped: "" }[event.status];
  } catch {
    return `no event: ${line}`;
  }
}
