#!/usr/bin/env node
// Judges a `tsr` by exported vectors, knowing nothing but docs/vectors.md: no Python, no model, no dependencies.
//
//     node run.mjs [--only TEXT] [--every N] [--wording] [--jobs N] VECTORS_DIR -- COMMAND…
//
// A line for each vector that fails, then a summary. Exit code 0: all are right; 1: some are not, or none was played;
// 64: called wrongly; 130: interrupted. It runs COMMAND unconfined in a scratch directory, and does not look for processes left behind.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { judge } from "./judge.mjs";
import { discard, makeTree, readTree, startsOf } from "./world.mjs";

const LIMIT = 20_000; // milliseconds for one vector
const HAS = ["other-user", "private-scratch", "case-sensitive-names", "fifo", "rendezvous", "events"];

const USAGE = "run.mjs [--only TEXT] [--every N] [--wording] [--jobs N] VECTORS_DIR -- COMMAND…";

function misuse(sentence) {
  process.stderr.write(`${sentence}\nusage: ${USAGE}\n`);
  process.exit(64);
}

function wordsOf(argv) {
  const end = argv.indexOf("--");
  if (end < 0 || end === argv.length - 1) misuse("no command to judge: it stands behind `--`");
  const text = { type: "string" };
  const options = { only: text, every: text, wording: { type: "boolean" }, jobs: text };
  try {
    const { values, positionals } = parseArgs({ args: argv.slice(0, end), options, allowPositionals: true });
    const [every, jobs] = [values.every ?? "1", values.jobs ?? String(os.cpus().length)].map(Number);
    if (positionals.length !== 1) misuse("one directory of vectors has to be named");
    if (![every, jobs].every((count) => Number.isInteger(count) && count > 0)) misuse("--every, --jobs: a number");
    return { ...values, every, jobs, directory: positionals[0], command: argv.slice(end + 1) };
  } catch (error) {
    return misuse(error.message);
  }
}

function vectorsIn(directory) {
  try {
    const index = JSON.parse(fs.readFileSync(path.join(directory, "index.json"), "utf8"));
    if (index.format !== "tsr-vectors" || index.schema !== 1) throw new Error("not of format tsr-vectors, schema 1");
    return index.files.flatMap(({ file }) => JSON.parse(fs.readFileSync(path.join(directory, file), "utf8")).vectors);
  } catch (error) {
    return misuse(`${directory}: ${error.message}`);
  }
}

/** The file that a command names: what is to be judged gets a PATH of its own, so it is looked for here. */
function programOf(name) {
  const places = name.includes("/") ? [""] : (process.env.PATH ?? "").split(":");
  return places.map((place) => path.resolve(place, name)).find(canRun) ?? misuse(`${name}: there is no such command`);
}

function canRun(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** What a vector needs and is not here, or undefined. */
function lacks({ uid, platform, features }) {
  if (uid !== "any" && (uid === "root") !== (process.geteuid() === 0)) return uid;
  if (platform === "linux" && process.platform !== "linux") return platform;
  return features.find((feature) => !HAS.includes(feature) || (feature === "private-scratch" && isLoose(os.tmpdir())));
}

function isLoose(place) {
  const { mode, uid } = fs.statSync(place);
  const loose = (uid !== 0 && uid !== process.geteuid()) || (mode & 0o022 && !(mode & 0o1000));
  return loose || (path.dirname(place) !== place && isLoose(path.dirname(place)));
}

const playing = new Map(); // the directory of each world that is there, and the process that runs in it

for (const [name, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
  process.on(name, () => {
    for (const [base, child] of playing) {
      if (child?.exitCode === null) process.kill(-child.pid, "SIGKILL");
      discard(base);
    }
    process.exit(128 + number);
  });
}

/** Plays one vector in a fresh world, and gives what is wrong: nothing, or words. */
async function play(vector, words) {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "tsr-vector-")));
  playing.set(base, undefined);
  try {
    const world = makeTree(base, vector.given);
    const child = start(vector.given, world, words.command);
    playing.set(base, child);
    const ended = await end(child, world);
    return judge(vector, { ...ended, ...readTree(world), ...startsOf(world) }, world, words.wording);
  } finally {
    playing.delete(base);
    discard(base);
  }
}

function start(given, world, [program, ...before]) {
  const real = (text) => world.real(text);
  const stdin = given.stdin ? fs.openSync(world.file("stdin", real(given.stdin)), "r") : "ignore";
  const env = { HOME: world.place(given.home ?? "home"), PATH: world.place("bin") };
  for (const [name, value] of given.env ?? []) env[name] = real(value);
  const umask = process.umask(parseInt(given.umask ?? "0022", 8)); // a child has that of the moment when it is made
  const options = { cwd: world.place(given.cwd ?? "ws"), env, detached: true, stdio: [stdin, "pipe", "pipe"] };
  const child = spawn(program, [...before, ...given.argv.map(real)], options);
  process.umask(umask);
  if (stdin !== "ignore") fs.closeSync(stdin);
  return child;
}

function end(child, world) {
  const timer = setTimeout(() => {
    if (child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    for (const stream of [child.stdout, child.stderr]) stream.destroy(); // somebody else may hold them
  }, LIMIT);
  const output = [child.stdout, child.stderr].map((stream) => {
    const pieces = [];
    stream.on("data", (piece) => pieces.push(piece));
    return pieces;
  });
  return new Promise((resolve, reject) => {
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (exit, signal) => {
      clearTimeout(timer);
      const [stdout, stderr] = output.map((pieces) => world.written(Buffer.concat(pieces).toString()));
      resolve({ exit: exit ?? `signal ${signal}`, stdout, stderr });
    });
  });
}

const words = wordsOf(process.argv.slice(2));
words.command[0] = programOf(words.command[0]);
const named = ({ id, clauses, flags }) => [id, ...clauses, ...flags].some((name) => name.startsWith(words.only ?? ""));
const every = vectorsIn(words.directory).filter(named).filter((_, at) => at % words.every === 0);
const [skipped, wrong] = [new Map(), []];
const todo = every.filter((vector) => {
  const need = lacks(vector.needs);
  if (need !== undefined) skipped.set(need, (skipped.get(need) ?? 0) + 1);
  return need === undefined;
});
const waiting = todo.values();
await Promise.all(Array.from({ length: words.jobs }, async () => {
  for (const vector of waiting) {
    const found = await play(vector, words).catch((error) => `can't be played: ${error.message}`);
    if (!found) continue;
    wrong.push(vector);
    console.log(`wrong  ${vector.id}  ${vector.clauses[0]}  ${vector.title}: ${found}`);
  }
}));
const why = [...skipped].sort(([, one], [, other]) => other - one).map(([need, count]) => `${count} need ${need}`);
const counts = `${todo.length - wrong.length} right, ${wrong.length} wrong, ${every.length - todo.length} skipped`;
console.log([counts, ...(why.length ? [why.join(", ")] : [])].join(": "));
process.exitCode = wrong.length || !todo.length ? 1 : 0;
