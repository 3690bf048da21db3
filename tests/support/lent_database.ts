import type pg from "pg";
import { raw } from "sql-template-tag";
import type { Database, Db } from "../../domain/db/connect.ts";

/** What a session may have kept of what was asked on it; statements that are prepared stay so. */
const FORGET = "discard temp; discard sequences; close all; unlisten *; reset role; reset all; " +
  "select pg_advisory_unlock_all()";

/** A database for one test, over connections that outlive it. */
export interface Lent {
  database: Database;
  /**
   * Nothing is sent from now on. Waits for what is under way, and lets every connection forget it. Answers
   * whether all of it has ended.
   */
  takeBack(): Promise<boolean>;
}

export function lend(kept: Database): Lent {
  let ended = false;
  const underWay = new Set<Promise<unknown>>();
  const clients = new Set<pg.PoolClient>();

  function send<T>(work: () => Promise<T>): Promise<T> {
    if (ended) return Promise.reject(new Error("Connection ended: its test is over"));
    const sent = work();
    underWay.add(sent);
    const done = () => underWay.delete(sent);
    sent.then(done, done);
    return sent;
  }

  const reading = (db: Db): Db => ({
    query: (statement) => send(() => db.query(statement)),
    texts: (statement) => send(() => db.texts(statement)),
  });

  async function end(): Promise<void> {
    ended = true;
    await Promise.allSettled(underWay);
    while (kept.pool().inUse > 0) await new Promise((wake) => setTimeout(wake, 5));
  }

  return {
    database: {
      ...kept,
      ...reading(kept),
      rights: reading(kept.rights),
      atOnce: (all) => send(() => kept.atOnce(all)),
      checkOut: () =>
        send(async () => {
          const client = await kept.checkOut();
          clients.add(client);
          return client;
        }),
      end,
    },
    async takeBack() {
      let late: ReturnType<typeof setTimeout> | undefined;
      // a test that failed may hold a transaction for ever: that is no reason to wait for ever
      const patience = new Promise<boolean>((wake) => late = setTimeout(wake, 10_000, false));
      const idle = await Promise.race([end().then(() => true), patience]);
      clearTimeout(late);
      if (!idle) return false;
      await Promise.all([
        kept.query(raw(FORGET)),
        // some were closed meanwhile, as those that idle for long are
        ...[...clients].map((client) => client.query(FORGET).catch(() => {})),
      ]);
      return true;
    },
  };
}
