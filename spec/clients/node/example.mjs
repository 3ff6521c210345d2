// Asks about a few worlds and holds the answers against what the clauses say.
//
//     node spec/clients/node/example.mjs [COMMAND [WORD…]]      (default: tsr-oracle serve)

import assert from "node:assert/strict";
import { TsrOracle } from "./tsr_oracle.mjs";

const [command = "tsr-oracle", ...words] = process.argv.slice(2);
const oracle = await TsrOracle.start(command, words.length ? words : ["serve"]);

/** A world with a link that leads out of the workspace, and a task that runs this. */
const world = (run) => ({
  argv: ["t"],
  tree: [
    { path: "ws/tasks.toml", file: `[tasks.t]\nrun = ${JSON.stringify(run)}\n` },
    { path: "ws/link", link: "../out/f" },
    { path: "out/f", file: "precious" },
  ],
});

// Three requests at once: none waits for the answer to another.
const [removed, read, open] = await Promise.all([
  oracle.predict(world("rm link")),
  oracle.predict(world("cat link")),
  oracle.predict(world("cat link"), { admissible: true }),
]);

assert.deepEqual(removed.outcome.gone, ["ws/link"]); // FENCE-5: the link, and not what it points at
assert.equal(removed.outcome.exit, 0);

assert.equal(read.outcome.exit, 1); // FENCE-10: outside
assert.equal(read.messages[0].refused.lands_at, "out/f");
assert.ok(read.messages[0].refused.clauses.includes("FENCE-10"));

const codes = open.admissible.map((outcome) => outcome.exit);
assert.deepEqual(codes, [1, 64]); // FENCE-10: when the command runs, or at load

await assert.rejects(oracle.predict({ argv: ["t"] }), { code: "bad-request" });
assert.ok((await oracle.explain(world("rm link"))).some((line) => line.includes("FENCE-5")));

oracle.close();
console.log("all as the clauses say");
