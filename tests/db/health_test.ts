import type { Db } from "../../domain/db/connect.ts";
import { databaseAnswers } from "../../domain/db/health.ts";
import { assertEquals } from "../support/assert.ts";

const answering = (answer: () => Promise<unknown>) => ({ query: answer }) as unknown as Db;

Deno.test("databaseAnswers() says no of a database that refuses, and of one that is late", async () => {
  assertEquals(await databaseAnswers(answering(() => Promise.resolve([]))), true);
  assertEquals(await databaseAnswers(answering(() => Promise.reject(new Error("gone")))), false);
  assertEquals(await databaseAnswers(answering(() => new Promise(() => {})), 10), false);
});
