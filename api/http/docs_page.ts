/** The human page of the API: one file, no script from elsewhere, works without internet. */
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
<label>Find <input id="find" type="search" placeholder="path or word"></label>
</header>
<main id="paths" aria-live="polite">Loading…</main>
<script src="docs.js" defer></script>
</body>
</html>
`;

export const docsStyle = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
input { font: inherit; padding: .4rem .6rem; width: min(24rem, 100%); }
h2 { margin: 2rem 0 .5rem; }
details { border-top: 1px solid #8886; padding: .4rem 0; }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
summary code { font-weight: 600; }
.method { font: 600 .8rem ui-monospace, monospace; min-width: 3.5rem; }
table { border-collapse: collapse; margin: .5rem 0 1rem; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .2rem .75rem .2rem 0; border-bottom: 1px solid #8883; }
th { font-weight: 600; }
`;

/** Builds the page from openapi.json; text only ever enters through textContent. */
export const docsScript = `
const el = (name, text, className) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
};
const spec = loadSpec();
async function loadSpec() {
  const response = await fetch("openapi.json");
  return response.json();
}
const resolve = (spec, schema) => {
  if (!schema) return {};
  if (schema.$ref) return resolve(spec, schema.$ref.slice(2).split("/").reduce((at, key) => at[key], spec));
  return schema;
};
const typeOf = (spec, schema) => {
  const s = resolve(spec, schema);
  if (s.enum) return s.enum.join(" | ");
  if (s.anyOf || s.oneOf) return (s.anyOf || s.oneOf).map((one) => typeOf(spec, one)).join(" or ");
  if (s.type === "array") return "list of " + typeOf(spec, s.items);
  return [s.type, s.format].flat().filter(Boolean).join(" ") || "any";
};
const fields = (spec, title, schema) => {
  const s = resolve(spec, schema);
  const inner = s.type === "array" ? resolve(spec, s.items) : s;
  if (!inner.properties || Object.keys(inner.properties).length === 0) return [];
  const table = el("table");
  const head = el("tr");
  head.append(el("th", title), el("th", "type"));
  table.append(head);
  for (const [name, property] of Object.entries(inner.properties)) {
    const row = el("tr");
    const required = (inner.required || []).includes(name);
    row.append(el("td", name + (required ? " *" : "")), el("td", typeOf(spec, property)));
    table.append(row);
  }
  return [table];
};
const operation = (spec, path, method, op) => {
  const box = el("details");
  const line = el("summary");
  line.append(el("span", method.toUpperCase(), "method"), el("code", path), el("span", op.summary));
  box.append(line, el("p", op.description));
  const query = (op.parameters || []).filter((p) => p.in === "query");
  if (query.length > 0) {
    const properties = Object.fromEntries(query.map((p) => [p.name, p.schema]));
    box.append(...fields(spec, "query", { properties, required: [] }));
  }
  const body = op.requestBody && op.requestBody.content["application/json"];
  if (body) box.append(...fields(spec, "body", body.schema));
  for (const status of ["200", "201"]) {
    const media = op.responses[status] && op.responses[status].content["application/json"];
    if (media) {
      const data = (resolve(spec, media.schema).properties || {}).data;
      box.append(...fields(spec, "answer " + status, data));
    }
  }
  box.dataset.words = (path + " " + op.summary).toLowerCase();
  return box;
};
spec.then((spec) => {
  const main = document.getElementById("paths");
  main.replaceChildren();
  for (const tag of spec.tags) {
    const section = el("section");
    section.append(el("h2", tag.name));
    for (const [path, item] of Object.entries(spec.paths)) {
      for (const [method, op] of Object.entries(item)) {
        if (op.tags && op.tags.includes(tag.name)) section.append(operation(spec, path, method, op));
      }
    }
    main.append(section);
  }
  document.getElementById("find").addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const box of main.querySelectorAll("details")) box.hidden = !box.dataset.words.includes(wanted);
  });
});
`;
