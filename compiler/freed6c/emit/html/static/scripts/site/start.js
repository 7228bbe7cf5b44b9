/* Everything begins when the page is there. */

const start = () => {
  startSearch();
  startPreviews();
  startLists();
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
