// The site's files, kept in the browser: it works offline after the first visit. The build writes
// VERSION and FILES above this line. A new version is used once no page of the old one is open, so
// that a page never mixes files of both.

const KEPT = `lastknight-${VERSION}`;
const OTHERS = "lastknight-others";

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(KEPT).then((cache) => cache.addAll(["./", ...FILES].map((name) => fresh(name)))),
  );
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([deleteOld(), clients.claim()]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope))
    event.respondWith(answer(request));
});

/** A request that never gets an outdated copy from the browser's cache. */
function fresh(name) {
  return new Request(name, { cache: "no-cache" });
}

async function deleteOld() {
  const names = await caches.keys();
  const old = names.filter(
    (name) => name.startsWith("lastknight-") && name !== KEPT && name !== OTHERS,
  );
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The site's own files from the cache; others, such as docs, from the network if possible. */
async function answer(request) {
  const path = request.url.slice(registration.scope.length).replace(/[?#].*$/, "");
  const own = await caches.open(KEPT);
  const name = path === "" || path === "index.html" ? "./" : path;
  const kept = await own.match(new URL(name, registration.scope).href);
  if (kept) return kept;
  const others = await caches.open(OTHERS);
  try {
    const response = await fetch(request);
    if (response.ok) await others.put(request, response.clone());
    return response;
  } catch (error) {
    const found = await others.match(request);
    if (found) return found;
    throw error;
  }
}
