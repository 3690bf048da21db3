/** The human page of the API: no script from elsewhere, works without internet. Its script: docs_script.ts. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back office API</title>
<link rel="stylesheet" href="docs.css">
</head>
<body>
<header>
<h1>Back office API</h1>
<p>Every path of the service, made from the schemas that validate the requests.
The same as data: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p>Paths begin with <code id="base"></code>. Sign in with
<a href="#postAuthLogin">POST /auth/login</a> and send what it answers as
<code>Authorization: Bearer &lt;access_token&gt;</code>.</p>
<label>Your token, for the commands and for trying (kept until this tab closes)
<input id="token" type="password" autocomplete="off" spellcheck="false"></label>
<label>Find <kbd>/</kbd> <input id="find" type="search" placeholder="path, word, field or error code"></label>
<p id="found" role="status"></p>
</header>
<main id="paths">Loading…</main>
<script src="docs.js" defer></script>
</body>
</html>
`;

export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 64rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
label { display: block; margin: .5rem 0; }
input, textarea { font: inherit; padding: .4rem .6rem; width: 100%; box-sizing: border-box; }
textarea, pre, code, kbd { font-family: ui-monospace, monospace; font-size: .9rem; }
textarea { min-height: 8rem; }
button { font: inherit; padding: .5rem 1rem; }
h2 { margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
details { border-top: 1px solid #8886; padding: .4rem 0; }
details[open] > summary { position: sticky; top: 0; background: Canvas; }
summary { cursor: pointer; display: flex; gap: .25rem .75rem; flex-wrap: wrap; align-items: baseline; min-height: 1.75rem; }
summary code { font-weight: 600; }
.method { font: 600 .8rem ui-monospace, monospace; min-width: 3.5rem; }
.old { text-decoration: line-through; }
.wide { overflow-x: auto; }
pre { margin: 0; padding: .6rem; border: 1px solid #8886; }
table { border-collapse: collapse; margin: .25rem 0 1rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2rem .75rem .2rem 0; border-bottom: 1px solid #8883; }
td:first-child { white-space: nowrap; overflow-wrap: normal; }
@media (max-width: 40rem) {
  table, tbody, tr, td { display: block; }
  tr:has(th) { display: none; }
  td { border: 0; padding: 0; }
  td:first-child { font-weight: 600; white-space: normal; }
  tr { border-bottom: 1px solid #8883; padding: .3rem 0; }
}
`;
