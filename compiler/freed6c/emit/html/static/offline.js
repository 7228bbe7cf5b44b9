/* Keeps the files of one build in the browser, all or none, and answers from them. What was built
   writes VERSION, which is made of all that they say, and FILES in front of this. */
"use strict";

const OURS = `freed6c ${registration.scope} `;
const KEPT = OURS + VERSION;

/* What a host led to from another address is no answer to a visit, but its text is. */
const keep = async (file) => {
  const answer = await fetch(file, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const { headers } = answer;
  const cache = await caches.open(KEPT);
  await cache.put(file, answer.redirected ? new Response(await answer.blob(), { headers }) : answer);
};

const forgetOthers = async () => {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== KEPT);
  await Promise.all(others.map((name) => caches.delete(name)));
};

/* The next build waits until nobody reads this one, but for a window that goes to another page: it
   goes there again, and is answered by the next build alone. */
const AGAIN = `<!doctype html><link rel="icon" href="data:,"><script>
let tries = 0;
const again = async () => {
  const { waiting } = await navigator.serviceWorker.ready;
  if (waiting && tries++ < 100) setTimeout(again, 20);
  else location.reload();
};
again();
</script>`;
const isOver = async (request) =>
  request.mode === "navigate" && registration.waiting && (await clients.matchAll()).length < 2;

const answered = async (request) => {
  if (await isOver(request)) {
    registration.waiting.postMessage("begin");
    return new Response(AGAIN, { headers: { "Content-Type": "text/html" } });
  }
  const { origin, pathname } = new URL(request.url);
  for (const file of [pathname, `${pathname}index.html`, `${pathname}.html`]) {
    const kept = await caches.match(origin + file, { cacheName: KEPT });
    if (kept) return kept;
  }
  /* Without a network, an unknown address leads to the start. */
  const start = () => caches.match(registration.scope + "index.html", { cacheName: KEPT });
  return request.mode === "navigate" ? fetch(request).catch(start) : fetch(request);
};

addEventListener("install", (event) => event.waitUntil(Promise.all(FILES.map(keep))));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("message", ({ data }) => {
  if (data === "begin") skipWaiting();
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answered(event.request));
});
