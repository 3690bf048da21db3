import type { Page } from "playwright-core";

/** What may be wrong with any screen, said in a line each. */

interface Axe {
  run(context: unknown, options: unknown): Promise<
    Record<
      "violations" | "incomplete",
      { id: string; nodes: { target: string[]; html: string }[] }[]
    >
  >;
}

/** What axe finds, and what it cannot decide. */
export function axeFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations, incomplete } = await (globalThis as unknown as { axe: Axe }).axe.run(
      document,
      { runOnly: tags, resultTypes: ["violations", "incomplete"] },
    );
    const faults = (found: typeof violations) =>
      found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 140)}`));
    // text in drawings axe cannot judge: its colours are those of colours_test.ts, and its table
    // is beside it
    const open = faults(incomplete).filter((one) => !one.startsWith("color-contrast: <text"));
    return [...faults(violations), ...open];
  });
}

/** Controls that a thumb misses, text that says nothing, and what is wider than the screen. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true });
    const faults: string[] = [];
    for (const one of document.querySelectorAll("a, button, input, select, textarea, summary")) {
      const box = (one.closest("label, .box") ?? one).getBoundingClientRect();
      if (!shown(one) || box.width === 0) continue;
      if (box.height < 43.5 || box.width < 43.5) {
        faults.push(
          `${Math.round(box.width)} × ${Math.round(box.height)}: ${one.outerHTML.slice(0, 140)}`,
        );
      }
    }
    const said = document.body.innerText;
    for (const odd of said.match(/\bNaN\b|\bundefined\b|Invalid Date|\[object|\bnull\b/g) ?? []) {
      faults.push(`says ${odd}`);
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`${wide} px too wide`);
    for (const chart of document.querySelectorAll(".chart")) {
      const figure = chart.closest("figure");
      if (
        figure?.querySelector("figcaption")?.textContent && figure.querySelector("table tbody tr")
      ) continue;
      faults.push(`a chart without its words and table: ${chart.outerHTML.slice(0, 140)}`);
    }
    return faults;
  });
}

const inBangla = /[\u0980-\u09ff]/;

/** Titles and buttons of a Bangla screen that are English; names and codes are what they are. */
export async function englishFaults(page: Page, route: string): Promise<string[]> {
  const [title, ...buttons] = await page.evaluate(() => [
    document.querySelector<HTMLElement>("h1")!.innerText,
    ...[
      ...document.querySelectorAll<HTMLElement>(
        "main .button, .pinned .button, main .chip:not(form *)",
      ),
    ]
      .map((one) => one.innerText),
  ]);
  const ownName = route.includes(":") || route === "/me";
  return [
    ...ownName || inBangla.test(title) ? [] : [`the title is "${title}"`],
    ...buttons.filter((text) => /^[A-Za-z][^]*[A-Za-z]{3}/.test(text) && !inBangla.test(text))
      .filter((text) => text !== "English").map((text) => `a button says "${text}"`),
  ];
}

/** At twice the text size on the narrowest phone nothing leaves the screen or is cut off. */
export async function enlargedFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 740 });
  return await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = `${parseFloat(getComputedStyle(root).fontSize) * 2}px`;
    const scrolls = (one: Element | null): boolean =>
      !!one && (/auto|scroll/.test(getComputedStyle(one).overflowX) || scrolls(one.parentElement));
    const faults: string[] = [];
    const wide = root.scrollWidth - innerWidth;
    if (wide > 0) {
      const culprits = [...document.querySelectorAll("#screen *")].filter((one) =>
        one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one)
      );
      faults.push(`${wide} px too wide: ${culprits.at(-1)?.outerHTML.slice(0, 140)}`);
    }
    for (const one of document.querySelectorAll("#screen *, .bar *, .strip *")) {
      const text = [...one.childNodes].some((node) =>
        node.nodeType === 3 && node.textContent!.trim()
      );
      if (!text || !one.checkVisibility() || scrolls(one) || one.closest(".unseen")) continue;
      const box = one.getBoundingClientRect();
      if (box.right > innerWidth + 1 || box.left < -1) {
        faults.push(`cut off: ${one.outerHTML.slice(0, 120)}`);
      }
    }
    root.style.removeProperty("font-size");
    return faults;
  });
}
