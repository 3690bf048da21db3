import type { Report } from "./report.ts";

const folder = new URL("./", import.meta.url);
const files = [...Deno.readDirSync(folder)].map(({ name }) => name)
  .filter((name) => name.endsWith(".ts") && name !== "reports.ts").sort();
const modules: { default?: Report }[] = await Promise.all(
  files.map((name) => import(new URL(name, folder).href)),
);

/**
 * Every report there is, by its name: what a file of this folder exports as `default`. The folder is
 * read at the start; that its files fit together, `deno check` finds, which looks at every file.
 */
export const allReports = modules.flatMap(({ default: report }) => report ? [report] : []);
