// The service worker: keeps the pages on the phone so that they open without internet. `BUILD` (version,
// core, later, reader) is put before this text by service_worker.ts. It never touches /api/: what the server
// said is kept by the page itself, so that there is one truth.
const CACHE = `build-${BUILD.version}`;
const PAGES = ["/mobile", "/mobile?in", "/admin-mobile", "/admin-mobile?in"];
const SIGNED_IN = "/web/signed-in";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await Promise.all(BUILD.core.map((path) => keep(cache, path)));
      await cache.addAll(PAGES.map((path) => new Request(path, { cache: "no-cache" })));
      // the first version has nobody to wait for
      if (!self.registration.active) await self.skipWaiting();
    }),
  );
});

/** Hashed files never change, so what an older version kept is as good as a new copy. */
async function keep(cache, path) {
  const known = await caches.match(path);
  if (known) await cache.put(path, known);
  else await cache.add(path);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const cache = await caches.open(CACHE);
      for (const path of BUILD.reader) {
        const known = await caches.match(path);
        if (known) await cache.put(path, known);
      }
      const old = names.filter((name) => name.startsWith("build-") && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
  if (event.data.later) event.waitUntil(fetchLater(event.data));
});

/** What a page has not opened yet, one after the other, so that nothing else has to wait. */
async function fetchLater({ later, lang }) {
  const cache = await caches.open(CACHE);
  const { en, bn } = BUILD.later[later];
  for (const name of lang === "bn" ? [...bn, ...en] : en) {
    const path = `/web/${name}`;
    if (!await cache.match(path)) await keep(cache, path).catch(() => undefined);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const page = url.pathname.replace(/\/$/, "");
  if (request.mode === "navigate" && (page === "/mobile" || page === "/admin-mobile")) {
    event.respondWith(openPage(page, request));
  } else if (url.pathname.startsWith("/web/")) event.respondWith(fromCache(request));
});

/** The page as it was built with the other files; with a session, the one that opens at Home. */
async function openPage(page, request) {
  const cache = await caches.open(CACHE);
  const signedIn = await caches.match(SIGNED_IN);
  return await cache.match(signedIn ? `${page}?in` : page) ?? fetch(request);
}

async function fromCache(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}
