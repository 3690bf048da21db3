import pg from "pg";
import { addressesOf, type HostKind, hostKindOf } from "../config/database_url.ts";

/** Whether a host is the one that is wanted. */
const wanted: Record<HostKind, (standby: boolean) => boolean> = {
  "any": () => true,
  "primary": (standby) => !standby,
  "read-write": (standby) => !standby,
  "standby": (standby) => standby,
  "read-only": (standby) => standby,
  "prefer-standby": (standby) => standby,
};

/**
 * The driver's client for this address. Where that names several hosts, each new connection goes to the one
 * that is wanted, such as the one that takes writes: all are asked at once, the answer is kept until a
 * connection fails, so after a promotion the next one finds the new primary.
 * Source: PostgreSQL's documentation, libpq, "Specifying Multiple Hosts" and target_session_attrs.
 */
export function clientFor(url: string, waitMs: number): typeof pg.Client {
  const addresses = addressesOf(url);
  if (addresses.length === 1) return pg.Client;
  const hosts = new Hosts(addresses, hostKindOf(url), waitMs / 2); // a pool gives up while a client connects
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | void {
      const connected = this.#toTheRightOne();
      if (!callback) return connected;
      connected.then(() => callback(null), callback);
    }

    async #toTheRightOne(): Promise<pg.Client> {
      const address = await hosts.find();
      const { host, port } = new pg.Client({ connectionString: address });
      Object.assign(this, { host, port });
      const standby = tellsStandby(this);
      try {
        await super.connect();
      } catch (error) {
        hosts.forget(address);
        throw error;
      }
      if (hosts.isRight(standby())) return this;
      hosts.forget(address);
      await super.end();
      throw new Error("Connection ended: the server is not the one that is wanted any more");
    }
  };
}

/** What the server says of itself while a client connects, without being asked; a pooler may not. */
function tellsStandby(client: pg.Client): () => boolean | undefined {
  let said: string | undefined;
  const { connection } = client as unknown as { connection: pg.Connection };
  connection.on(
    "parameterStatus",
    (told: { parameterName: string; parameterValue: string }) => {
      if (told.parameterName === "in_hot_standby") said = told.parameterValue;
    },
  );
  return () => said === undefined ? undefined : said === "on";
}

class Hosts {
  #found: Promise<string> | undefined;
  constructor(
    readonly addresses: string[],
    readonly kind: HostKind,
    readonly waitMs: number,
  ) {}

  /** The address of the one that is wanted. @throws what a host threw, where none is there */
  find(): Promise<string> {
    this.#found ??= this.#ask().catch((error) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  /** One that nobody knows better stays until it fails. */
  forget(address: string): void {
    const found = this.#found;
    found?.then((current) => {
      if (current === address && this.#found === found) this.#found = undefined;
    }, () => {});
  }

  isRight(standby: boolean | undefined): boolean {
    return standby === undefined || this.kind === "prefer-standby" || wanted[this.kind](standby);
  }

  async #ask(): Promise<string> {
    const asked = this.addresses.map((address) => isStandby(address, this.waitMs));
    const right = asked.map(async (answer, at) => {
      if (wanted[this.kind](await answer)) return this.addresses[at];
      throw new Error(`Connection ended: no server of DATABASE_URL is ${this.kind}`);
    });
    try {
      return await Promise.any(right);
    } catch (error) {
      const all = (error as AggregateError).errors;
      const there = (await Promise.allSettled(asked))
        .findIndex(({ status }) => status === "fulfilled");
      if (this.kind === "prefer-standby" && there >= 0) return this.addresses[there];
      throw all[Math.max(there, 0)];
    }
  }
}

async function isStandby(address: string, waitMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: waitMs,
    query_timeout: waitMs,
    application_name: "back-office",
  });
  client.on("error", () => {}); // it says so itself
  try {
    await client.connect();
    const { rows } = await client.query(
      "select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as standby",
    );
    return rows[0].standby;
  } finally {
    client.end().catch(() => {}); // a server that hangs is not waited for
  }
}
