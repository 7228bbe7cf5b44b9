/* Dice on a page become buttons; what they roll appears in a corner, or on the page for rolling. */

document.addEventListener("DOMContentLoaded", () => {
  const data = globalThis.freed6cDice;
  const say = saying(data.words);
  for (const dice of document.querySelectorAll(".dice[data-dice]")) {
    if (!dice.closest("a, button, summary")) dice.replaceWith(rollable(dice, say));
  }
  const place = document.querySelector("[data-roller]");
  if (place) place.replaceChildren(new Panel(data).root);
  const corner = cornered(data, say);
  document.addEventListener("click", ({ target }) => {
    const dice = target.closest("button.dice");
    if (dice) corner(dice);
  });
});

function rollable(dice, say) {
  const { dice: pool } = dice.dataset;
  const button = element("button", { type: "button", className: "dice" }, ...dice.childNodes);
  button.dataset.dice = pool;
  button.title = say("roller.die", { pool });
  return button;
}

/* Rolls the dice of a button in a corner of the window, which is made when it is first wanted. */
function cornered(data, say) {
  let panel, corner, opener;
  const close = () => {
    corner.close();
    opener.focus();
  };
  const make = () => {
    panel = new Panel(data);
    const button = element("button", { type: "button", className: "close", textContent: say("roller.close") });
    corner = element("dialog", { className: "roller", ariaLabel: say("roller.panel") }, panel.root, button);
    button.addEventListener("click", close);
    corner.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    document.body.append(corner);
  };
  return (dice) => {
    if (!corner) make();
    opener = dice;
    if (!corner.open) corner.show();
    panel.pool.value = dice.dataset.dice;
    panel.button.focus();
    // Readers of screens speak what changes in what they already know.
    requestAnimationFrame(() => panel.roll());
  };
}
