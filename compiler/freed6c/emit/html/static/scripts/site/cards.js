/* Cards to print: a box for each kind, and one for each card. For paper, those that are chosen are dealt
   anew, nine on a side, with their backs on the next. */

const SIDE = 9;

const startCards = () => {
  const cards = document.querySelector(".cards");
  if (!cards) return;
  const kinds = new Map();
  const all = [...cards.children].map((card) => {
    const [box, kind] = [card.querySelector(".head > input"), card.querySelector(".kind")];
    box.checked = true;
    kinds.set(kind.textContent, [...(kinds.get(kind.textContent) ?? []), box]);
    return { card, box, kind };
  });
  const deal = (chosen) =>
    chosen.flatMap(({ card }, place) => {
      if ((place + 1) % SIDE && place + 1 < chosen.length) return card;
      const nine = chosen.slice(place - (place % SIDE), place + 1);
      const backs = nine.map(({ kind }) => kind.cloneNode(true));
      return [card, made("div", { class: "backs", "aria-hidden": "true" }, ...backs)];
    });
  const choices = [...kinds].map(([kind, boxes]) => {
    const choice = made("input", { type: "checkbox", checked: "" });
    choice.addEventListener("change", () => boxes.forEach((box) => (box.checked = choice.checked)));
    return made("label", {}, choice, `${kind} (${boxes.length})`);
  });
  const summary = made("summary", {}, document.querySelector("h1").textContent);
  cards.before(made("details", { class: "choose" }, summary, ...choices));
  addEventListener("beforeprint", () => cards.replaceChildren(...deal(all.filter(({ box }) => box.checked))));
  addEventListener("afterprint", () => cards.replaceChildren(...all.map(({ card }) => card)));
};
