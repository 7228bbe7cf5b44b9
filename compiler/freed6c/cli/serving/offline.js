/* What was served here before may have been kept by the browser. While somebody writes, nothing is:
   this takes the place of what kept it, forgets all, and goes. */
"use strict";

const leave = async () => {
  const ours = (await caches.keys()).filter((name) => name.startsWith(`freed6c ${registration.scope} `));
  await Promise.all(ours.map((name) => caches.delete(name)));
  await registration.unregister();
  for (const window of await clients.matchAll()) window.navigate(window.url);
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
