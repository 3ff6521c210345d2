// A small tsr: tasks.toml with `[tasks.NAME]` and `run`, commands joined by && and ||, a few builtins, a fence.
// What it does not know it gives up with an exception that nobody catches.
"use strict";
const fs = require("fs");
const path = require("path");
const { spawnSync } = require("child_process");

const ROOT = process.cwd();

/** Ends the run before anything was done. */
function refuse(message) {
  process.stderr.write(`tsr: ${message}\n`);
  process.exit(64);
}

// --- the file ---------------------------------------------------------------

const TABLE = /^\[tasks\.(?:"([^"]+)"|([A-Za-z0-9_:#-]+))\]$/;
const PAIR = /^([a-z_]+)\s*=\s*(.+)$/;

function value(text) {
  if (/^"/.test(text)) return JSON.parse(text);
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^\[/.test(text)) return JSON.parse(text.replace(/'([^']*)'/g, '"$1"'));
  if (text === "true" || text === "false") return text === "true";
  throw new Error(`a value that is not supported yet: ${text}`);
}

function readTasks(text) {
  const tasks = new Map();
  let here = {};
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (line === "" || line.startsWith("#")) continue;
    const table = TABLE.exec(line);
    const pair = PAIR.exec(line);
    if (table) {
      here = {};
      tasks.set(table[1] || table[2], here);
    } else if (pair) {
      here[pair[1]] = value(pair[2]);
    } else {
      throw new Error(`a line that is not supported yet: ${line}`);
    }
  }
  return tasks;
}

// --- the language -----------------------------------------------------------

/** The words and operators of a run string. */
function tokens(text) {
  const found = [];
  const each = /\s+|(&&|\|\||;)|((?:'[^']*'|"[^"$]*"|[^\s'"$`|&;<>(){}*?[])+)/gy;
  while (each.lastIndex < text.length) {
    const at = each.lastIndex;
    const match = each.exec(text);
    if (!match) throw new Error(`not supported yet: ${text.slice(at)}`);
    if (match[1]) found.push({ operator: match[1] });
    else if (match[2]) found.push({ word: match[2].replace(/'([^']*)'|"([^"]*)"/g, (_, one, two) => one ?? two) });
  }
  return found;
}

function commands(text) {
  const found = [{ operator: ";", words: [] }];
  for (const token of tokens(text)) {
    if (token.operator) found.push({ operator: token.operator, words: [] });
    else found[found.length - 1].words.push(token.word);
  }
  if (found.some((command) => command.words.length === 0)) refuse("an operator without a command");
  return found;
}

// --- the fence --------------------------------------------------------------

/** Where the words of a builtin lead, links in all but the last name followed; throws outside the root. */
function inside(word) {
  const place = path.resolve(ROOT, word);
  const parent = fs.realpathSync(path.dirname(place));
  const real = path.join(parent, path.basename(place));
  if (real !== ROOT && !real.startsWith(ROOT + path.sep)) {
    throw Object.assign(new Error("outside of the workspace"), { code: "EFENCE" });
  }
  return real;
}

// --- the builtins -----------------------------------------------------------

const operands = (words) => words.filter((word) => !word.startsWith("-"));
const has = (words, letter) => words.some((word) => word.startsWith("-") && word.includes(letter));

function eachOf(words, action) {
  let status = 0;
  for (const word of operands(words)) {
    try {
      action(inside(word), word);
    } catch (error) {
      if (error.code === undefined) throw error;
      process.stderr.write(`tsr: ${word}: ${error.code}\n`);
      status = 1;
    }
  }
  return operands(words).length ? status : 2;
}

const BUILTINS = {
  true: () => 0,
  false: () => 1,
  echo: (words) => (process.stdout.write(words.join(" ") + "\n"), 0),
  rm: (words) => eachOf(words, (place) => fs.rmSync(place, { recursive: has(words, "r"), force: has(words, "f") })),
  mkdir: (words) => eachOf(words, (place) => fs.mkdirSync(place, { recursive: has(words, "p") })),
  touch: (words) => eachOf(words, (place) => fs.closeSync(fs.openSync(place, "a"))),
  cat: (words) => eachOf(words, (place) => process.stdout.write(fs.readFileSync(place))),
  cp(words) {
    const to = operands(words).pop();
    return eachOf(operands(words).slice(0, -1), (place) => {
      const there = inside(to);
      const isDirectory = fs.existsSync(there) && fs.statSync(there).isDirectory();
      const target = isDirectory ? path.join(there, path.basename(place)) : there;
      fs.cpSync(place, target, { recursive: has(words, "r") });
    });
  },
};

// --- a run ------------------------------------------------------------------

function program(words) {
  const done = spawnSync(words[0], words.slice(1), { stdio: "inherit" });
  if (done.error) refuse(`${words[0]}: ${done.error.code}`);
  return done.status === null ? 129 : done.status;
}

function run(text, more) {
  const every = commands(text);
  every[every.length - 1].words.push(...more);
  let status = 0;
  for (const { operator, words } of every) {
    if ((operator === "&&" && status !== 0) || (operator === "||" && status === 0)) continue;
    const builtin = Object.prototype.hasOwnProperty.call(BUILTINS, words[0]) && BUILTINS[words[0]];
    status = builtin ? builtin(words.slice(1)) : program(words);
  }
  return status;
}

function main(argv) {
  if (argv.length === 0) refuse("no task");
  if (argv[0] === "--version") return process.stdout.write("tsr-node 0.1\n") && 0;
  if (argv[0].startsWith("-")) throw new Error(`an option that is not supported yet: ${argv[0]}`);
  if (!fs.existsSync("tasks.toml")) refuse("no tasks.toml here");
  const task = readTasks(fs.readFileSync("tasks.toml", "utf8")).get(argv[0]);
  if (!task) refuse(`no task ${argv[0]}`);
  const [first, ...rest] = argv.slice(1);
  if (first !== undefined && first !== "--") throw new Error(`an option that is not supported yet: ${first}`);
  for (const key of Object.keys(task)) {
    if (key !== "run" && key !== "args") throw new Error(`a key that is not supported yet: ${key}`);
  }
  return run(task.run, [...(task.args || []), ...rest]);
}

process.exitCode = main(process.argv.slice(2));
