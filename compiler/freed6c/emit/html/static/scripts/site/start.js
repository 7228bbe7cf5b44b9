/* Everything begins when the page is there. */

const start = () => {
  const moved = document.getElementById("moved");
  if (moved) return leadOn(moved);
  startColors();
  startVersions();
  startSearch();
  startMenu();
  startPreviews();
  startLists();
  startCards();
  startTables();
  startOutline();
  startHeadings();
  startOffline();
  startDice();
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
