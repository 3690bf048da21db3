import type { Database } from "../../domain/db/connect.ts";

type Result = { rows?: unknown[] };

/** A database whose every answer is kept, whether it was asked in a transaction or not. */
export function capturing(database: Database): { database: Database; captured: unknown[][] } {
  const captured: unknown[][] = [];
  const kept: Database = {
    ...database,
    async query(statement) {
      const rows = await database.query(statement);
      captured.push([...rows]);
      return rows as never;
    },
    async checkOut() {
      const client = await database.checkOut();
      return new Proxy(client, {
        get(target, name) {
          const member = Reflect.get(target, name);
          if (name === "query") {
            const ask = member.bind(target) as (...args: unknown[]) => Promise<Result>;
            return async (...args: unknown[]) => {
              const result = await ask(...args);
              captured.push(result.rows ?? []);
              return result;
            };
          }
          return typeof member === "function" ? member.bind(target) : member;
        },
      });
    },
  };
  return { database: kept, captured };
}
