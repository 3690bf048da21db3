import { Refusal } from "./errors.ts";

/** Heavy work, a few at a time; the rest waits in a queue of limited length, and a flood is turned away. */
export class Turns {
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(readonly atOnce: number, readonly mayWait: number) {}

  /**
   * Runs `work` when its turn comes. Work of someone already let in goes `ahead` of the queue and is
   * not turned away, so that a flood of logins does not keep the staff from working.
   *
   * @throws Refusal `busy` when the queue is full
   */
  async take<T>(work: () => Promise<T>, ahead = false): Promise<T> {
    if (this.#running < this.atOnce) this.#running++;
    else if (ahead) await new Promise<void>((go) => this.#waiting.unshift(go));
    else if (this.#waiting.length < this.mayWait) {
      await new Promise<void>((go) => this.#waiting.push(go));
    } else {
      throw new Refusal("busy", "Too many people are asking for this at once. Try again shortly.", {
        retryAfterSeconds: 5,
      });
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift(); // hands its turn on, so the count stays
      if (next) next();
      else this.#running--;
    }
  }
}
