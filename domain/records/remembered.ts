import type { Sql } from "sql-template-tag";
import type { Reader } from "./kinds.ts";

type Make = (reader: Reader, only?: readonly string[]) => Sql;

/** Readers differ by day and user where SQL looks at those: so many are kept. */
const MOST = 200;

/** Makes the SQL once for all readers who are alike in what it looks at. */
export function remembered(make: Make): Make {
  const looksAt = new Set<keyof Reader>();
  const made = new Map<string, Sql>();
  const keyOf = (reader: Reader, only: readonly string[] | undefined) => {
    let key = only ? only.join() : "";
    for (const name of looksAt) key += `;${name}=${reader[name]}`;
    return key;
  };
  return (reader, only) => {
    const known = made.get(keyOf(reader, only));
    if (known) return known;
    const sql = make(noting(reader, looksAt), only);
    if (made.size >= MOST) made.clear();
    made.set(keyOf(reader, only), sql);
    return sql;
  };
}

function noting(reader: Reader, looksAt: Set<keyof Reader>): Reader {
  return new Proxy(reader, {
    get(target, name) {
      looksAt.add(name as keyof Reader);
      return Reflect.get(target, name);
    },
    ownKeys(target) { // whoever copies it looks at everything
      const names = Reflect.ownKeys(target);
      for (const name of names) looksAt.add(name as keyof Reader);
      return names;
    },
  });
}
