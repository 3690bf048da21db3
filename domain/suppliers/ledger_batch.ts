import type { Actor } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Line } from "../journal/line.ts";
import { judgeDay, judgeOpeningDay } from "../journal/period.ts";
import { type NewEntry as Entry, openEntries, postEntries } from "../journal/post_entry.ts";
import type { EntryType, NewEntry } from "./ledger_entry.ts";
import { otherSide } from "./other_side.ts";

/**
 * Many entries of suppliers' ledgers in one transaction: days and accounts are looked up once,
 * and the journal is written by one statement at the end.
 */
export class LedgerBatch {
  readonly #entries: Entry[] = [];
  readonly #days = new Map<string, Promise<string>>();
  readonly #accounts = new Map<string, Promise<Line["account"]>>();
  #ids: number[] = [];

  /** @param drawn how many ids of entries are drawn at once */
  constructor(readonly drawn = 500) {}

  /** `opening` days begin the books. @throws as `judgeDay` */
  day(tx: Tx, actor: Actor, asked: string | undefined, type?: EntryType): Promise<string> {
    const judge = type === "opening" ? judgeOpeningDay : judgeDay;
    return once(
      this.#days,
      `${type === "opening"} ${asked}`,
      () => judge(tx, actor, asked, "entry_date"),
    );
  }

  account(
    tx: Tx,
    of: Pick<NewEntry, "account_id" | "method"> & { entry_type: EntryType },
  ): Promise<Line["account"]> {
    const key = `${of.entry_type} ${of.account_id} ${of.method}`;
    return once(this.#accounts, key, () => otherSide(tx, of));
  }

  async open(tx: Tx): Promise<number> {
    if (this.#ids.length === 0) this.#ids = (await openEntries(tx, this.drawn)).reverse();
    return this.#ids.pop()!;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** Writes the journal of all; takes the JRN numbers, so call it last. */
  async post(tx: Tx, actor: Actor): Promise<void> {
    await postEntries(tx, actor, this.#entries.splice(0));
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}
