import { colours } from "./colours.ts";
import type { PageName } from "./shell.ts";

const pages = {
  staff: { path: "/mobile", name: "Back office", short: "Back office" },
  owner: { path: "/admin-mobile", name: "Back office, owner", short: "Owner" },
};

/** What a phone needs to put the page on its home screen; each page is an app of its own. */
export function manifest(page: PageName): string {
  const { path, name, short } = pages[page];
  return JSON.stringify({
    id: path,
    start_url: path,
    scope: path,
    name,
    short_name: short,
    description:
      "Imports, stock, service and accounts of a machine importer, also without internet",
    display: "standalone",
    background_color: colours.ground,
    theme_color: colours.primary,
    lang: "en",
    icons: [
      { src: "/web/icon.svg", sizes: "any", type: "image/svg+xml" },
      { src: "/web/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/web/icon-512.png", sizes: "512x512", type: "image/png" },
      {
        src: "/web/icon-maskable-512.png",
        sizes: "512x512",
        type: "image/png",
        purpose: "maskable",
      },
    ],
    shortcuts: [
      { name: "Scan", url: `${path}#/scan` },
      { name: "Search", url: `${path}#/search` },
    ],
  });
}
