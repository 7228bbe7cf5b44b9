/* Cards to print: a box for each kind, and one for each card. For paper, those that are chosen are dealt
   anew, nine on a side, with their backs on the next. */

const SIDE = 9;

const startCards = () => {
  const cards = document.querySelector(".cards");
  if (!cards) return;
  const all = [...cards.children].map((card) => {
    const box = card.querySelector(".head > input");
    box.checked = true;
    return { card, box, kind: card.querySelector(".kind") };
  });
  const deal = (chosen) =>
    chosen.flatMap(({ card }, place) => {
      if ((place + 1) % SIDE && place + 1 < chosen.length) return card;
      const nine = chosen.slice(place - (place % SIDE), place + 1);
      const backs = nine.map((one) => one.kind.cloneNode(true));
      return [card, made("div", { class: "backs", "aria-hidden": "true" }, ...backs)];
    });
  for (const label of document.querySelectorAll(".choose label")) {
    const { firstElementChild: choice, textContent } = label;
    const [, name] = textContent.match(/^\s*(.*) \(/);
    choice.addEventListener("change", () => {
      for (const { box, kind } of all) if (kind.textContent === name) box.checked = choice.checked;
    });
  }
  addEventListener("beforeprint", () => cards.replaceChildren(...deal(all.filter(({ box }) => box.checked))));
  addEventListener("afterprint", () => cards.replaceChildren(...all.map(({ card }) => card)));
};
