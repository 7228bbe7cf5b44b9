/* Cards to print: a box for each kind, and one for each card. For paper, those that are chosen are dealt
   again, nine on a side, with blank ones to fill it, and their backs on the next. */

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
  const backs = made("input", { type: "checkbox", checked: "" });
  const deal = (chosen) =>
    Array.from({ length: Math.ceil(chosen.length / SIDE) }, (_, side) => {
      const nine = chosen.slice(side * SIDE, (side + 1) * SIDE);
      const blank = Array.from({ length: SIDE - nine.length }, () => made("section", { class: "panel" }));
      const kinds = nine.map(({ kind }) => kind.cloneNode(true));
      const behind = made("div", { class: "backs", "aria-hidden": "true" }, ...kinds);
      return [...nine.map(({ card }) => card), ...blank, ...(backs.checked ? [behind] : [])];
    }).flat();
  const choices = [...kinds].map(([kind, boxes]) => {
    const choice = made("input", { type: "checkbox", checked: "" });
    choice.addEventListener("change", () => boxes.forEach((box) => (box.checked = choice.checked)));
    return made("label", {}, choice, `${kind} (${boxes.length})`);
  });
  const summary = made("summary", {}, document.querySelector("h1").textContent);
  choices.push(made("label", {}, backs, cards.dataset.backs));
  cards.before(made("details", { class: "choose" }, summary, ...choices));
  addEventListener("beforeprint", () => cards.replaceChildren(...deal(all.filter(({ box }) => box.checked))));
  addEventListener("afterprint", () => cards.replaceChildren(...all.map(({ card }) => card)));
};
