/* The menu of pages closes when one of its links leads to a place on the same page. */

const startMenu = () => {
  const menu = document.getElementById("pages");
  menu.addEventListener("click", ({ target }) => {
    if (target.closest("a") && menu.matches(":popover-open")) menu.hidePopover();
  });
};
