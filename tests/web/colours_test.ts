import { assert } from "../support/assert.ts";

/** Contrast of the colours themselves (G11): text 4.5 to 1, in sunlight 7, edges of controls 3. */
const css = await Deno.readTextFile(new URL("../../web/styles/app.css", import.meta.url));

type Tokens = Record<string, string>;

/** The colours of a block of the style sheet; of `light-dark()` the one that counts. */
function tokens(selector: string, side: 0 | 1): Tokens {
  const start = css.indexOf(`${selector} {`);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (light-dark\((#\w+), (#\w+)\)|#\w+);/g)].map((
      [, name, value, light, dark],
    ) => [name, light ? [light, dark][side] : value]),
  );
}

function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.slice(1).replace(/./g, "$&$&") : colour.slice(1);
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((part) =>
    part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4
  );
  return .2126 * r + .7152 * g + .0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + .05) / (dark + .05);
}

const themes: Record<string, Tokens> = {
  light: tokens(":root", 0),
  dark: tokens(":root", 1),
  sunlight: { ...tokens(":root", 0), ...tokens('[data-theme="sunlight"]', 0) },
};
const grounds = ["ground", "surface", "raised"];
const texts: [string, string[]][] = [
  ["text", [...grounds, "tint", "ok-tint", "warn-tint", "bad-tint"]],
  ["muted", grounds],
  ["primary", [...grounds, "tint"]],
  ["on-primary", ["primary"]],
  ["ok", ["surface", "ok-tint"]],
  ["warn", ["surface", "warn-tint"]],
  ["bad", ["surface", "bad-tint"]],
];

for (const [theme, colours] of Object.entries(themes)) {
  Deno.test(`the colours of ${theme} can be read`, () => {
    let least = Infinity;
    for (const [text, on] of texts) {
      for (const ground of on) {
        const ratio = contrast(colours[text], colours[ground]);
        least = Math.min(least, ratio);
        const limit = theme === "sunlight" ? 7 : 4.5;
        assert(ratio >= limit, `${text} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
    for (const ground of grounds) {
      const ratio = contrast(colours.border, colours[ground]);
      assert(ratio >= 3, `border on ${ground}: ${ratio.toFixed(2)}`);
    }
    console.log(`  least contrast of text in ${theme}: ${least.toFixed(2)}`);
  });
}
