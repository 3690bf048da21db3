import { startOfDay } from "../business/business.ts";
import { addDays } from "../business/calendar.ts";

type Deed = () => Promise<unknown>;

/**
 * What is done on which day, from the first day of the business to today, 0; day -3 is three days ago.
 * Deeds may note further deeds. What would happen after today is left out, so today finds the
 * business in the middle of its work.
 */
export class Diary {
  readonly #pages = new Map<number, Deed[]>();
  #day: number;
  #clockMs = 0;

  constructor(readonly firstDay: number, readonly today: string, readonly nowMs: number) {
    this.#day = firstDay;
  }

  get day(): number {
    return this.#day;
  }

  /** The calendar date of a day, by default of the one under way. */
  date(day = this.#day): string {
    return addDays(this.today, day);
  }

  /** Notes a deed; what is late is done on the day under way. */
  note(day: number, deed: Deed): void {
    if (day > 0) return;
    const page = Math.max(day, this.#day);
    this.#pages.set(page, [...this.#pages.get(page) ?? [], deed]);
  }

  /** Every deed in its turn. */
  async live(eachDay: (day: number) => Promise<void>): Promise<void> {
    for (; this.#day <= 0; this.#day++) {
      this.#clockMs = Math.max(this.#clockMs, Date.parse(startOfDay(this.date())) + 9 * 3_600_000);
      for (let turn = 0; turn < (this.#pages.get(this.#day)?.length ?? 0); turn++) {
        await this.#pages.get(this.#day)![turn]();
      }
      this.#pages.delete(this.#day);
      await eachDay(this.#day);
    }
    this.#day = 0;
  }

  /** The next moment of the day under way, RFC 3339; never one that is still to come. */
  moment(): string {
    this.#clockMs = Math.min(this.#clockMs + 37_000, this.nowMs);
    return new Date(this.#clockMs).toISOString();
  }
}
