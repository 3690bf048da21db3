import { built } from "./assets.ts";
import { colours } from "./colours.ts";
import { insecure, insecureScript } from "./insecure.ts";

export type PageName = "staff" | "owner";

const titles = { staff: "Back office", owner: "Back office for the owner" };

/**
 * The HTML of a page. It is useful by itself: name and login form are there before any script. With
 * `signedIn` it is what the service worker opens for someone who is: the outline of Home.
 */
export function shell(page: PageName, signedIn: boolean): string {
  const [entry, ...needed] = built.pages[page];
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${titles[page]}</title>
<meta name="description" content="Imports, stock, service and accounts in one place. Works without internet.">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colours.primary}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colours.dark}">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/web/${built.css}">
${needed.map((name) => `<link rel="modulepreload" href="/web/${name}">`).join("\n")}
<script type="module" src="/web/${entry}"></script>
<link rel="manifest" href="/${page}.webmanifest">
<link rel="icon" href="/web/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/web/icon-192.png">
</head>
<body>
<div id="app">
${signedIn ? outline : login(page)}
</div>
<p id="live" class="unseen" role="status" aria-live="polite"></p>
${insecure}
${insecureScript}
</body>
</html>
`;
}

const outline = `<div class="strip"></div>
<header class="top"><div class="grow"><h1>Back office</h1></div></header>
<main><div class="skeleton" aria-hidden="true"><div></div><div></div><div></div><div></div></div></main>
<nav class="bar" aria-label="Main"></nav>`;

/** The words are taken over by login.ts in the language of the phone. */
function login(page: PageName): string {
  return `<main class="login">
<form id="login" method="post" action="/${page === "staff" ? "mobile" : "admin-mobile"}">
<div class="brand">
<svg class="mark" viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="13"/><path d="M11 30h26l-4 7H15zM16 30V20h16v10M21 20v-8h7v8"/></svg>
<h1>${titles[page]}</h1>
<p class="muted" data-t="tagline">Imports, stock, service and accounts. Also without internet.</p>
</div>
<div class="field">
<label for="login-id" data-t="login_id">Phone, e-mail or employee code</label>
<div class="box"><input id="login-id" name="identifier" type="text" autocomplete="username" autocapitalize="none" spellcheck="false" required></div>
</div>
<div class="field">
<label for="login-password" data-t="password">Password</label>
<div class="box"><input id="login-password" name="password" type="password" autocomplete="current-password" required></div>
</div>
<label class="tick"><input type="checkbox" name="show"><span data-t="show_password">Show password</span></label>
<p class="told error" role="alert"></p>
<button type="submit" class="button main wide" disabled><span data-t="log_in">Log in</span></button>
<noscript><p class="error">This page needs JavaScript. Please allow it in the browser and open the page again.</p></noscript>
<div class="languages" role="group" aria-label="Language">
<button type="button" data-lang="en" aria-pressed="true">English</button>
<button type="button" data-lang="bn" aria-pressed="false" lang="bn">বাংলা</button>
</div>
</form>
</main>`;
}
