/**
 * Makes every `new Date()` of this process say one instant until the next call: what is recorded twice
 * is then the same to the letter. Given to a command with `--preload`, it reads the instant from
 * ANSWERS_NOW.
 */
export function stopClock(instant: string): void {
  now = Real.parse(instant);
  globalThis.Date = Stopped;
}

/** Time goes on. */
export function startClock(): void {
  globalThis.Date = Real;
}

const Real = Date;
let now = 0;
const Stopped = new Proxy(Real, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length > 0 ? args : [now], made),
  get: (target, name) => name === "now" ? () => now : Reflect.get(target, name),
});

const given = Deno.env.get("ANSWERS_NOW");
if (given !== undefined) stopClock(given);
