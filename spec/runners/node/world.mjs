// The world of a vector: made as its tree says, and read again afterwards, with programs that record their starts.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const OLD = 978_307_200; // the time that every entry has at the start, in seconds
const OTHER_UID = 65533; // the other user of a vector: one that has no files of its own accord

/** Every entry of the world by its path, parents first: those that are written down, and those that they imply. */
export function entriesOf(given) {
  const entries = new Map(given.tree.map((entry) => [entry.path, entry]));
  const imply = (place) => {
    if (place === ".") return;
    if (!entries.has(place)) entries.set(place, { path: place, directory: true });
    imply(path.dirname(place));
  };
  [given.cwd ?? "ws", given.home ?? "home", ...given.tree.map((entry) => path.dirname(entry.path))].forEach(imply);
  const depth = (name) => name.split("/").length;
  return new Map([...entries].sort(([one], [other]) => depth(one) - depth(other)));
}

/** Makes the tree; gives the world: its places, and its texts with the real place in them, and the other way round. */
export function makeTree(base, given) {
  const root = path.join(base, "world");
  const world = {
    root,
    records: path.join(base, "records"),
    scripts: new Map(),
    place: (name) => path.join(root, name),
    real: (text) => text.replaceAll("/@WORLD@", root),
    written: (text) => text.replaceAll(root, "/@WORLD@"),
    file: (name, text) => (fs.writeFileSync(path.join(base, name), text), path.join(base, name)),
  };
  const before = process.umask(0);
  fs.mkdirSync(root, 0o755);
  fs.mkdirSync(world.records, 0o700);
  const entries = [...entriesOf(given).values()];
  for (const entry of entries.filter((one) => !one.same_as)) make(entry, world);
  for (const entry of entries.filter((one) => one.same_as)) make(entry, world);
  for (const entry of entries.filter((one) => one.directory).reverse()) {
    if (entry.owner) fs.chownSync(world.place(entry.path), OTHER_UID, -1);
    fs.chmodSync(world.place(entry.path), parseInt(entry.mode ?? "0755", 8));
    fs.utimesSync(world.place(entry.path), OLD, OLD);
  }
  process.umask(before);
  return world;
}

function make(entry, world) {
  const place = world.place(entry.path);
  if (entry.directory) return fs.mkdirSync(place);
  if (entry.same_as) return fs.linkSync(world.place(entry.same_as), place);
  if (entry.special) spawnSync("mkfifo", ["-m", "644", place]);
  else if (entry.link !== undefined) fs.symlinkSync(world.real(entry.link), place);
  else fs.writeFileSync(place, entry.file === undefined ? script(entry, world) : world.real(entry.file));
  if (entry.owner) fs.lchownSync(place, OTHER_UID, -1);
  const usual = entry.file === undefined ? "0755" : "0644";
  if (entry.link === undefined && !entry.special) fs.chmodSync(place, parseInt(entry.mode ?? usual, 8));
  fs.lutimesSync(place, OLD, OLD);
}

/** The text of a program: it says that it starts, how, and that it ends, and then ends as it has to. */
function script({ program: status, after }, { records, scripts }) {
  const text = `#!/bin/sh
# program ${status} ${after ?? ""}
printf 'start %s\\0' $$ >>'${records}/said'
{
  if [ -r /proc/$$/environ ]; then /bin/cat /proc/$$/stat /proc/$$/environ; else echo; /usr/bin/env -0; fi
} >'${records}/'$$.kernel
cd -P . 2>/dev/null
printf '%s\\0' "$0" "$@" "$PWD" >'${records}/'$$.words
: >'${records}/up-'"\${0##*/}"
${after === undefined ? "" : `until [ -e '${records}/up-${after}' ]; do /bin/sleep 0.01; done`}
printf 'end %s\\0' $$ >>'${records}/said'
${status > 128 ? `trap - ${status - 128}; kill -${status - 128} $$` : ""}
exit ${status}
`;
  scripts.set(text, { program: status, after });
  return text;
}

/** The tree as it is now: each entry by its path, with its number and whether its time is still the old one. */
export function readTree(world) {
  const tree = new Map();
  const look = (name) => {
    const place = world.place(name);
    const found = fs.lstatSync(place);
    const mode = (found.mode & 0o7777).toString(8).padStart(4, "0");
    const entry = { old: found.mtimeMs === OLD * 1000, inode: `${found.dev} ${found.ino}` };
    if (found.uid !== process.geteuid()) entry.owner = "other";
    if (found.isDirectory()) Object.assign(entry, { directory: true, mode });
    else if (found.isSymbolicLink()) entry.link = world.written(fs.readlinkSync(place));
    else if (found.isFile()) Object.assign(entry, content(place, mode, world));
    else entry.special = found.isFIFO() ? "fifo" : "something else";
    tree.set(name, entry);
    if (!found.isDirectory()) return;
    if (process.geteuid() !== 0) fs.chmodSync(place, 0o700); // it was looked at, and goes away soon
    for (const inner of fs.readdirSync(place)) look(`${name}/${inner}`);
  };
  for (const name of fs.readdirSync(world.root)) look(name);
  return { tree };
}

function content(place, mode, world) {
  fs.chmodSync(place, 0o600); // it may have another name under which its mode is still to be looked at
  const text = fs.readFileSync(place, "utf8");
  fs.chmodSync(place, parseInt(mode, 8));
  return world.scripts.has(text) ? world.scripts.get(text) : { file: world.written(text), mode };
}

/** Takes a world away, with directories in it that may not be looked into. */
export function discard(place) {
  const open = (directory) => {
    fs.chmodSync(directory, 0o700);
    const inner = fs.readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const entry of inner) open(path.join(directory, entry.name));
  };
  open(place);
  fs.rmSync(place, { recursive: true, maxRetries: 3 }); // whoever was killed may not be gone yet
}

/** The programs that were started, in order, and what was said, in order: `start 7`, `end 7`. */
export function startsOf({ root, records, written }) {
  const read = (name) => (fs.existsSync(`${records}/${name}`) ? fs.readFileSync(`${records}/${name}`, "utf8") : "");
  const said = read("said").split("\0").slice(0, -1);
  const started = said.filter((line) => line.startsWith("start ")).map((line) => {
    const pid = line.slice(6);
    const [program, ...words] = read(`${pid}.words`).split("\0").slice(0, -1);
    const [, group, env] = /^(?:\d+ \(.{0,15}?\) \S \d+ (\d+) [^\n]*)?\n(.*)$/s.exec(read(`${pid}.kernel`)) ?? [];
    if (program === undefined) return { pid };
    const cwd = words.pop();
    const variables = (env ?? "").split("\0").filter(Boolean).map((pair) => written(pair)).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    });
    return {
      pid,
      argv: [path.basename(program), ...words.map(written)],
      cwd: cwd.startsWith(`${root}/`) ? cwd.slice(root.length + 1) : cwd === root ? "." : cwd,
      env: new Map(variables),
      isolated: group === undefined ? undefined : group === pid,
    };
  });
  return { said, started };
}
