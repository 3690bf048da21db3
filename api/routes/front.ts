import type { Hono } from "hono";
import { accepts } from "hono/accepts";
import { VERSION } from "../../domain/version.ts";
import type { AppEnv } from "../http/env.ts";
import { BASE } from "../http/base.ts";

const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'";

/** Where people and programs go from here, by the name that JSON gives it. */
export const doors = {
  staff_page: { path: "/mobile", title: "For staff" },
  owner_page: { path: "/admin-mobile", title: "For the owner" },
  api_documentation: { path: `${BASE}/docs`, title: "API documentation" },
  health: { path: `${BASE}/health`, title: "Health check" },
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back office</title>
<link rel="stylesheet" href="${BASE}/docs.css">
</head>
<body>
<h1>Back office</h1>
<ul>
${
  Object.values(doors).map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join(
    "\n",
  )
}
</ul>
</body>
</html>
`;

const data = {
  name: "Back office",
  version: VERSION,
  ...Object.fromEntries(Object.entries(doors).map(([name, { path }]) => [name, path])),
};

/** `GET /`, the address that the start prints: a page of links, or the same as JSON for who asks for it. */
export function mountFront(app: Hono<AppEnv>): void {
  app.get("/", (c) => {
    c.header("vary", "accept");
    const type = accepts(c, {
      header: "Accept",
      supports: ["text/html", "application/json"],
      default: "text/html",
    });
    if (type !== "text/html") {
      return c.json(data, 200, { "content-type": "application/json; charset=utf-8" });
    }
    c.header("content-security-policy", policy);
    return c.html(page);
  });
}
