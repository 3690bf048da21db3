/** Chance that repeats itself: the same seed gives the same business. xorshift32, by Marsaglia. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 88172645) >>> 0 || 1;
    for (let i = 0; i < 8; i++) this.#next();
  }

  #next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return this.#state = x >>> 0;
  }

  /** A whole number, both ends included. */
  from(least: number, most: number): number {
    return least + this.#next() % (most - least + 1);
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.from(1, 100) <= share;
  }

  pick<T>(all: readonly T[]): T {
    return all[this.from(0, all.length - 1)];
  }

  /** So many of them, none twice. */
  some<T>(all: readonly T[], count: number): T[] {
    const left = [...all];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.from(0, left.length - 1), 1));
    }
    return taken;
  }
}
