/* The site is kept for where there is no network. From a disk, in a frame that belongs to nobody, and
   on a page that names nothing that keeps it, there is nothing to do; whoever saves data is asked for
   none. */

const { offline } = document.currentScript?.dataset ?? {};

const startOffline = () => {
  const served = isSecureContext && location.protocol.startsWith("http") && origin !== "null";
  const workers = served && navigator.serviceWorker; /* Not even to be asked for in such a frame. */
  if (!offline || !workers || navigator.connection?.saveData) return;
  const told = document.getElementById("offline");
  const keep = () => workers.register(offline).catch(() => {});
  if (told) workers.ready.then(() => { told.hidden = false; });
  if (document.readyState === "complete") keep();
  else addEventListener("load", keep);
  /* A window behind the one that went on to the next build would read old pages with new scripts. */
  if (!workers.controller) return;
  workers.addEventListener("controllerchange", () => {
    if (document.hidden) location.reload();
  });
};
