/**
 * Builds the page from openapi.json. What is in an operation is drawn when it is opened; text only ever
 * enters through textContent. A link to an operation is the page with `#` and its operationId.
 */
export const docsScript = `
const el = (name, text, more = {}) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  return Object.assign(node, more);
};
const box = (child) => {
  const node = el("div", undefined, { className: "wide" });
  node.tabIndex = 0; // what scrolls is scrolled by keys too
  node.append(child);
  return node;
};
const byId = (id) => document.getElementById(id);
const base = location.pathname.replace(/\\/docs\\/?$/, "");
let spec;
const resolve = (part) =>
  part && part.$ref
    ? resolve(part.$ref.slice(2).split("/").reduce((at, key) => at[key.replaceAll("~1", "/")], spec))
    : part || {};
const choices = (s) => s.oneOf || s.anyOf;
const typeOf = (schema) => {
  const s = resolve(schema);
  if (s.const !== undefined) return JSON.stringify(s.const);
  if (s.enum) return s.enum.join(" | ");
  if (choices(s)) return [...new Set(choices(s).map(typeOf))].join(" or ");
  if (s.type === "array") return "list of " + typeOf(s.items);
  return [s.type, s.format].flat().filter(Boolean).join(" ") || "any";
};
const limitsOf = (s) => [
  s.default !== undefined && "default " + JSON.stringify(s.default),
  s.minimum !== undefined && "from " + s.minimum,
  s.maximum !== undefined && "to " + s.maximum,
  s.maxLength !== undefined && "at most " + s.maxLength + " characters",
  s.pattern && "like " + s.pattern,
  s.examples && s.examples[0] !== null && typeof s.examples[0] !== "object" && "such as " + JSON.stringify(s.examples[0]),
].filter(Boolean).join(", ");
/** Every object within: of a list its elements, of a union each shape. */
const objectsIn = (schema) => {
  const s = resolve(schema);
  if (s.type === "array") return objectsIn(s.items);
  if (choices(s)) return choices(s).flatMap(objectsIn);
  return s.properties ? [s] : [];
};
const rowsOf = (schema, path, above) =>
  objectsIn(schema).filter((s) => !above.includes(s)).flatMap((s) =>
    Object.entries(s.properties).flatMap(([name, property]) => {
      const inner = resolve(property);
      const required = (s.required || []).includes(name) ? " *" : "";
      const says = [property.description || inner.description, limitsOf(inner)].filter(Boolean).join(" — ");
      return [[path + name + required, typeOf(property), says], ...rowsOf(property, path + name + ".", [...above, s])];
    })
  );
const tableOf = (title, rows) => {
  if (rows.length === 0) return [];
  const table = el("table");
  const head = el("tr");
  head.append(el("th", title), el("th", "type"), el("th", "meaning"));
  table.append(head, ...rows.map((cells) => {
    const row = el("tr");
    row.append(...cells.map((cell) => el("td", cell)));
    return row;
  }));
  return [el("h3", title), box(table)];
};
const jsonOf = (content) => content && Object.entries(content).find(([type]) => /json/.test(type));
const quoted = (text) => "'" + text.replaceAll("'", "'\\\\''") + "'";
const parametersOf = (op) => (op.parameters || []).map(resolve);

function urlOf(path, op) {
  return base + path.replace(/\\{(\\w+)\\}/g, (_, name) => {
    const { schema } = parametersOf(op).find((each) => each.in === "path" && each.name === name) || {};
    return encodeURIComponent(resolve(schema).examples?.[0] ?? 1);
  });
}
function curlOf(path, method, op) {
  const lines = ["curl " + (method === "get" ? "" : "-X " + method.toUpperCase() + " ") + quoted(location.origin + urlOf(path, op))];
  if (op.security.length > 0) lines.push("-H " + quoted("Authorization: Bearer " + (byId("token").value || "$TOKEN")));
  const content = op.requestBody && op.requestBody.content;
  if (content && jsonOf(content)) {
    lines.push("-H 'Content-Type: application/json'", "-d " + quoted(JSON.stringify(jsonOf(content)[1].example)));
  } else if (content) lines.push("-F file=@scan.jpg");
  return lines.join(" \\\\\\n  ");
}
function tryIt(path, method, op) {
  const content = op.requestBody && jsonOf(op.requestBody.content);
  const url = el("input", undefined, { value: urlOf(path, op), ariaLabel: "Address" });
  const body = content &&
    el("textarea", undefined, { value: JSON.stringify(content[1].example, null, 2), ariaLabel: "Body" });
  const send = el("button", "Send " + method.toUpperCase(), { type: "button" });
  const out = el("pre", undefined, { hidden: true });
  send.onclick = async () => {
    send.disabled = true;
    try {
      const token = byId("token").value.trim();
      const answer = await fetch(url.value, {
        method: method.toUpperCase(),
        headers: { ...token && { authorization: "Bearer " + token }, ...body && { "content-type": "application/json" } },
        body: body ? body.value : undefined,
      });
      const text = await answer.text();
      out.textContent = answer.status + " " + answer.statusText + "\\n" + pretty(text);
    } catch (error) {
      out.textContent = String(error);
    }
    out.hidden = false;
    send.disabled = false;
  };
  return [el("h3", "Try it"), url, ...body ? [body] : [], send, box(out)];
}
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text.slice(0, 20000);
  }
}
function fill(details, path, method, op) {
  const link = el("a", "Link to this", { href: "#" + op.operationId });
  const parts = [el("p", op.description), link];
  for (const place of ["path", "query", "header"]) {
    const rows = parametersOf(op).filter((each) => each.in === place)
      .map(({ name, required, schema, description }) =>
        [name + (required ? " *" : ""), typeOf(schema), [description, limitsOf(resolve(schema))].filter(Boolean).join(" — ")]);
    parts.push(...tableOf(place, rows));
  }
  const sent = op.requestBody && Object.entries(op.requestBody.content)[0];
  if (sent) parts.push(...tableOf("body, " + sent[0] + (op.requestBody.required ? "" : " (may be left out)"), rowsOf(sent[1].schema, "", [])));
  for (const [status, given] of Object.entries(op.responses)) {
    const response = resolve(given);
    const media = jsonOf(response.content);
    if (status >= 400) continue;
    parts.push(el("h3", "Answer " + status + ": " + response.description));
    if (!media) parts.push(el("p", Object.keys(response.content || {}).join(", ") || "No body."));
    else parts.push(...tableOf("fields of " + status, rowsOf(media[1].schema, "", [])).slice(1));
    if (media && media[1].example) parts.push(el("h3", "Example"), box(el("pre", JSON.stringify(media[1].example, null, 2))));
  }
  parts.push(...tableOf("refusals (application/problem+json)", Object.entries(op.responses)
    .filter(([status]) => status >= 400).map(([status, given]) => {
      const response = resolve(given);
      return [status, response.description, codesOf(response).join(", ")];
    })));
  const curl = el("pre", curlOf(path, method, op));
  byId("token").addEventListener("input", () => curl.textContent = curlOf(path, method, op));
  parts.push(el("h3", "With curl"), box(curl));
  if (!op.requestBody || jsonOf(op.requestBody.content)) parts.push(...tryIt(path, method, op));
  details.append(...parts);
}
const codesOf = (response) => {
  const media = jsonOf(response.content);
  return media ? objectsIn(media[1].schema).flatMap(({ properties }) => (properties.code || {}).enum || []) : [];
};
function operation(path, method, op) {
  const details = el("details", undefined, { id: op.operationId });
  const line = el("summary");
  line.append(
    el("span", method.toUpperCase(), { className: "method" }),
    el("code", path, { className: op.deprecated ? "old" : "" }),
    el("span", op.summary),
  );
  details.append(line);
  let filled = false;
  details.fill = () => {
    if (!filled) fill(details, path, method, op);
    filled = true;
  };
  details.addEventListener("toggle", details.fill);
  details.words = () => details.found ??= [
    path, op.summary, op.description, op.operationId, ...parametersOf(op).map(({ name }) => name),
    ...Object.values(op.requestBody ? op.requestBody.content : {}).flatMap(({ schema }) => rowsOf(schema, "", []).map(([name]) => name)),
    ...Object.values(op.responses).map(resolve).flatMap((response) => {
      const media = jsonOf(response.content);
      return [...codesOf(response), ...media ? rowsOf(media[1].schema, "", []).map(([name]) => name) : []];
    }),
  ].join(" ").toLowerCase();
  return details;
}
function openNamed() {
  const details = byId(decodeURIComponent(location.hash.slice(1)));
  if (!details || !details.fill) return;
  details.fill();
  details.open = true;
  details.scrollIntoView();
}
function find(main) {
  const wanted = byId("find").value.trim().toLowerCase();
  let count = 0;
  for (const section of main.children) {
    let here = 0;
    for (const details of section.querySelectorAll("details")) {
      details.hidden = wanted !== "" && !details.words().includes(wanted);
      if (!details.hidden) here++;
    }
    section.hidden = here === 0;
    count += here;
  }
  byId("found").textContent = wanted === "" ? "" : count + " operations";
}
async function start() {
  byId("base").textContent = location.origin + base;
  byId("token").value = sessionStorage.getItem("token") || "";
  byId("token").addEventListener("input", () => sessionStorage.setItem("token", byId("token").value));
  spec = await (await fetch("openapi.json")).json();
  const main = byId("paths");
  main.replaceChildren();
  for (const tag of spec.tags) {
    const section = el("section");
    section.append(el("h2", tag.name));
    for (const [path, item] of Object.entries(spec.paths)) {
      for (const [method, op] of Object.entries(item)) {
        if (op.tags && op.tags.includes(tag.name)) section.append(operation(path, method, op));
      }
    }
    main.append(section);
  }
  byId("find").addEventListener("input", () => find(main));
  addEventListener("hashchange", openNamed);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
    event.preventDefault();
    byId("find").focus();
  });
  openNamed();
}
start();
`;
