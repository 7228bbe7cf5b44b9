/* Loads the page anew when the packs have changed. Only what is looked at waits for news: a browser
   opens few connections to one server, and each page that waits holds one. */
(() => {
  "use strict";
  const mark = document.currentScript.dataset.mark;
  let news = null;

  function listen() {
    if (document.hidden) {
      news?.close();
      news = null;
    } else if (!news) {
      news = new EventSource("/-/news");
      news.onmessage = (event) => {
        if (event.data !== mark) location.reload();
      };
    }
  }

  document.addEventListener("visibilitychange", listen);
  addEventListener("pagehide", () => news?.close());
  listen();
})();
