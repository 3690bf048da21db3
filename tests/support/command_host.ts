/**
 * Runs command lines one after the other in one process with the permissions of `deno task cli`: reading
 * the program anew takes longer than what most commands do. Started by `commandHost` in server.ts; what a
 * process of its own is for (a signal, what it holds in memory, a PostgreSQL that ends with it) is tested
 * in one of its own.
 *
 * A line of stdin is a command with its stdin and settings, as JSON; a line of stdout its code and what it
 * printed.
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { format } from "node:util";
import { main } from "../../cli/main.ts";

const answer = console.log;
const printed = { stdout: "", stderr: "" };
console.log = (...values) => printed.stdout += `${format(...values)}\n`;
console.error = (...values) => printed.stderr += `${format(...values)}\n`;
let input = "";
Object.defineProperty(Deno.stdin, "readable", { get: () => new Blob([input]).stream() });
for await (const line of createInterface({ input: process.stdin })) {
  const { args, stdin, env } = JSON.parse(line);
  const before = Object.keys(env).map((name) => [name, Deno.env.get(name)] as const);
  for (const name in env) Deno.env.set(name, env[name]);
  Object.assign(printed, { stdout: "", stderr: "" });
  input = stdin;
  const code = await main(args);
  for (const [name, value] of before) {
    if (value === undefined) Deno.env.delete(name);
    else Deno.env.set(name, value);
  }
  answer(JSON.stringify({ code, ...printed }));
}
