import { halfEven, least, sum, toLocal } from "./sums.ts";

/** An account by its number in the chart, and what is posted to it: a debit above zero. */
export type Posting = [account: string, amount: bigint];

interface Line {
  /** the entry that it is of */
  entry: number;
  date: string;
  account: string;
  amount: bigint;
}

/** The journal as it has to be, worked out beside the service. Amounts in paisa. */
export class Books {
  readonly lines: Line[] = [];
  #entries = 0;

  post(date: string, ...postings: Posting[]): void {
    const rest = sum(postings.map(([, amount]) => amount));
    if (rest !== 0n) throw new Error(`The story's own entry of ${date} is off by ${rest}`);
    const entry = ++this.#entries;
    this.lines.push(...postings.map(([account, amount]) => ({ entry, date, account, amount })));
  }

  /** From one account to another. */
  move(date: string, debit: string, credit: string, amount: bigint): void {
    this.post(date, [debit, amount], [credit, -amount]);
  }

  /** What came onto an account from a day through another. */
  moved(account: string, { from = "", to = "9" }: { from?: string; to?: string }): bigint {
    return sum(
      this.lines.filter((line) => line.account === account && line.date >= from && line.date <= to)
        .map(({ amount }) => amount),
    );
  }

  /** Every account with a balance on the evening of a day, by number. */
  balances(to: string): Record<string, bigint> {
    const accounts = [...new Set(this.lines.map(({ account }) => account))].sort();
    return Object.fromEntries(
      accounts.map((account) => [account, this.moved(account, { to })] as const)
        .filter(([, amount]) => amount !== 0n),
    );
  }

  /** Income less expenses (4xxx, 5xxx, 6xxx) of a stretch of days. */
  profit(days: { from?: string; to?: string }): bigint {
    return -this.sumOf(/^[456]/, days);
  }

  sumOf(accounts: RegExp, { from = "", to = "9" }: { from?: string; to?: string }): bigint {
    return sum(
      this.lines.filter(({ account, date }) => accounts.test(account) && date >= from && date <= to)
        .map(({ amount }) => amount),
    );
  }
}

/** One product on the shelf at moving average: whole pieces, paisa. */
export class Shelf {
  pieces = 0n;
  value = 0n;

  take(pieces: bigint): bigint {
    const value = pieces === this.pieces ? this.value : halfEven(this.value * pieces, this.pieces);
    this.put(-pieces, -value);
    return value;
  }

  put(pieces: bigint, value: bigint): void {
    this.pieces += pieces;
    this.value += value;
  }
}

/** What is owed to one supplier in one currency, and the taka that it stands at; below zero he owes us. */
export class Owed {
  balance = 0n;
  local = 0n;
  /** exchange differences so far: above zero a loss */
  realised = 0n;
  readonly days: { date: string; balance: bigint; local: bigint }[] = [];

  constructor(readonly currency: string) {}

  /**
   * He is owed so many cents more, or less: what goes against the balance relieves its part of the taka,
   * what goes beyond zero stands at the day's rate.
   * @returns the taka at the day's rate, with the sign of `cents`, and the difference to what was relieved
   */
  move(date: string, cents: bigint, rate: string): { local: bigint; difference: bigint } {
    const sign = cents < 0n ? -1n : 1n;
    const local = sign * toLocal(sign * cents, rate);
    let stands = this.local + local;
    if (this.currency !== "BDT" && this.balance * cents < 0n) {
      const [owed, size] = [sign * -this.balance, sign * cents];
      stands = size > owed
        ? sign * toLocal(size - owed, rate)
        : this.local - halfEven(this.local * least(size, owed), owed);
    }
    const difference = stands - this.local - local;
    this.balance += cents;
    this.local = stands;
    this.realised += difference;
    this.days.push({ date, balance: this.balance, local: this.local });
    return { local, difference };
  }

  on(day: string): { balance: bigint; local: bigint } {
    return this.days.findLast(({ date }) => date <= day) ?? { balance: 0n, local: 0n };
  }
}
