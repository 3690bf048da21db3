import pg from "pg";
import { bytesOf } from "./row_bytes.ts";
import type { NamedStatement } from "./statements.ts";

/** What the server says of the rows of a statement, by which they are read. */
interface Shape {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Connection {
  describe(): void;
}

/** What the driver's query has inside; its types tell less. */
interface DriverQuery {
  name?: string;
  callback(error: Error | null, result: pg.QueryResult): void;
  _result: Shape & { rows: unknown[] };
  _results: unknown;
  _accumulateRows: boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: { fields: unknown[] }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[]) => DriverQuery;

/** Values as PostgreSQL writes them. */
const asTheyCome = { getTypeParser: () => (text: string) => text } as unknown as typeof pg.types;

/** Of each connection: the shapes it has been told, by the names of the statements prepared there. */
const told = new WeakMap<Connection, Map<string, Shape>>();

/**
 * A statement that has the server describe its rows once on each connection where it is prepared, not with
 * every answer: of a wide row that costs both sides as much as the row. A statement whose table changed
 * since is refused by PostgreSQL itself, and sent without its name (see `Statements`).
 */
class DescribedOnce extends DriverQuery {
  #describedOn: Connection | undefined;

  constructor({ name, text, values }: NamedStatement, readonly asText: boolean) {
    super(text, values); // of more than a text it would make copies
    this.name = name;
    if (asText) this._result = this._results = new pg.Result("array", asTheyCome) as never;
  }

  override prepare(connection: Connection): void {
    const shape = this.name && told.get(connection)?.get(this.#key);
    if (!shape) {
      this.#describedOn = connection;
      return super.prepare(connection);
    }
    Object.assign(this._result, shape);
    this._accumulateRows = true;
    super.prepare(withoutDescribing(connection));
  }

  override handleDataRow(message: { fields: unknown[] }): void {
    if (this.asText) this._result.rows.push(bytesOf(message));
    else super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (!this.name || !this.#describedOn) return;
    let shapes = told.get(this.#describedOn);
    if (!shapes) told.set(this.#describedOn, shapes = new Map());
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    shapes.set(this.#key, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  get #key(): string {
    return this.asText ? `${this.name}, as text` : this.name!;
  }
}

const silent = new WeakMap<Connection, Connection>();

/** The same connection, but where `describe` sends nothing. */
function withoutDescribing(connection: Connection): Connection {
  let same = silent.get(connection);
  if (!same) {
    same = Object.create(connection, { describe: { value: () => {} } }) as Connection;
    silent.set(connection, same);
  }
  return same;
}

/** Sends it; `asText` answers rows as the bytes that came. @throws what the driver throws */
export function ask(
  client: pg.Client | pg.PoolClient,
  statement: NamedStatement,
  asText = false,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const asked = new DescribedOnce(statement, asText);
    asked.callback = (error, result) => error ? reject(error) : resolve(result);
    client.query(asked as unknown as pg.Query);
  });
}
