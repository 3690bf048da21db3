import { Refusal } from "./errors.ts";

/** Heavy work, a few at a time; the rest waits in a queue of limited length, and a flood is turned away. */
export class Turns {
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(readonly atOnce: number, readonly mayWait: number) {}

  /**
   * Runs `work` when its turn comes. Work of someone already let in goes `ahead` of the queue and is
   * not turned away, so that a flood of logins does not keep the staff from working. Who no longer
   * wants it leaves the queue at his `signal`.
   *
   * @throws Refusal `busy` when the queue is full, and the reason of `signal`
   */
  async take<T>(
    work: () => Promise<T>,
    { ahead = false, signal }: { ahead?: boolean; signal?: AbortSignal } = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.atOnce) this.#running++;
    else if (ahead || this.#waiting.length < this.mayWait) await this.#wait(ahead, signal);
    else {
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

  #wait(ahead: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal!.reason);
      };
      signal?.addEventListener("abort", leave);
      if (ahead) this.#waiting.unshift(go);
      else this.#waiting.push(go);
    });
  }
}
