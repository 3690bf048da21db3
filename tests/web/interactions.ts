import type { Browser, BrowserContext, Page } from "playwright-core";

/**
 * With INTERACTIONS=FILE every page of a test runs on a processor four times slower, and how long each
 * tap and key took until the page showed something is added to the file, a line of JSON each (G8).
 */
export interface Interaction {
  /** from the finger to the next picture, in milliseconds, in steps of eight */
  duration: number;
  /** before the page's own code ran, while it ran */
  waited: number;
  ran: number;
  type: string;
  target: string;
  screen: string;
}

export function noteInteractions(browser: Browser, file: string): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await watch(context, file);
    return context;
  };
  browser.newPage = async (options) => await (await browser.newContext(options)).newPage();
  return browser;
}

async function watch(context: BrowserContext, file: string): Promise<void> {
  await context.exposeFunction("noteInteraction", (line: string) => {
    Deno.writeTextFileSync(file, `${line}\n`, { append: true });
  });
  await context.addInitScript(() => {
    type Timing = PerformanceEventTiming & { interactionId: number };
    const seen = new Map<number, number>();
    const name = (node: Node | null) => {
      const one = node as Element | null;
      const text = one?.textContent?.trim().slice(0, 24);
      return one ? `${one.nodeName.toLowerCase()}.${one.getAttribute("class") ?? ""} ${text}` : "?";
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Timing[]) {
        // an interaction is several events: the longest of them is what a person waits for
        if (!entry.interactionId || (seen.get(entry.interactionId) ?? 0) >= entry.duration) {
          continue;
        }
        seen.set(entry.interactionId, entry.duration);
        const { noteInteraction } = globalThis as unknown as {
          noteInteraction(line: string): Promise<void>;
        };
        void noteInteraction(JSON.stringify({
          id: `${performance.timeOrigin} ${entry.interactionId}`,
          duration: entry.duration,
          waited: Math.round(entry.processingStart - entry.startTime),
          ran: Math.round(entry.processingEnd - entry.processingStart),
          type: entry.name,
          target: name(entry.target),
          screen: location.hash,
        }));
      }
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  context.on("page", (page) => void slowDown(page).catch(() => undefined));
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
}

/** The longest event of each interaction, shortest first. */
export async function readInteractions(file: string): Promise<Interaction[]> {
  const lines = (await Deno.readTextFile(file)).split("\n").filter(Boolean);
  const longest = new Map<string, Interaction>();
  for (const line of lines) {
    const one = JSON.parse(line);
    if ((longest.get(one.id)?.duration ?? 0) < one.duration) longest.set(one.id, one);
  }
  return [...longest.values()].sort((a, b) => a.duration - b.duration);
}
