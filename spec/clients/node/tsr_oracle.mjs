// A client of `tsr-oracle serve`. Requests may be made before earlier ones are answered; answers come in order.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class TsrOracle {
  #child;
  #waiting = []; // of each request that is not answered yet: how to settle its promise
  #next = 1;
  #ended = null; // why nothing more will be answered

  constructor(command = "tsr-oracle", words = ["serve"]) {
    this.#child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
    this.#child.on("error", (error) => this.#giveUp(error));
    this.#child.on("close", (code) => this.#giveUp(new Error(`${command} has ended with ${code}`)));
    this.#child.stdin.on("error", () => {}); // it has ended: "close" tells
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#answered(JSON.parse(line)));
  }

  /** Starts a process, and makes sure that it speaks our version of the protocol. */
  static async start(...how) {
    const oracle = new TsrOracle(...how);
    await oracle.ask({ type: "hello", protocol: 1 });
    return oracle;
  }

  /** What a run does with this world; with `admissible`, every other right outcome too. */
  predict(given, { admissible = false } = {}) {
    return this.ask({ type: "predict", given, admissible });
  }

  /** The same in words: an array of lines. */
  async explain(given) {
    return (await this.ask({ type: "explain", given })).lines;
  }

  /** The answer to any request; an answer of type "error" rejects the promise. */
  ask(request) {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended);
      const id = this.#next++;
      this.#waiting.push({ id, resolve, reject });
      this.#child.stdin.write(JSON.stringify({ id, ...request }) + "\n");
    });
  }

  /** Lets the process end once all is answered. */
  close() {
    this.#child.stdin.end();
  }

  #answered(answer) {
    const { id, resolve, reject } = this.#waiting.shift();
    if (answer.type === "error") {
      const { code, message, hint } = answer;
      reject(Object.assign(new Error(`${message} (${hint})`), { code }));
    } else if (answer.id !== id) {
      reject(new Error(`the answer to ${answer.id} came where that to ${id} was due`));
    } else {
      resolve(answer);
    }
  }

  #giveUp(error) {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
