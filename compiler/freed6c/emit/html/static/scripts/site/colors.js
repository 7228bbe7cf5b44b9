/* The colors that a reader chooses: those of the system, light, dark. The head of each page puts them
   on; here they are changed, and kept for the next one. */

const KEPT = "freed6c-theme";
const LOOKS = ["", "light", "dark"];

const startColors = () => {
  const place = document.querySelector(".theme");
  const { dataset } = document.documentElement;
  const { called, looks } = place.dataset;
  const words = looks.split("|");
  const button = made("button", { type: "button", class: "theme" });
  const now = () => Math.max(0, LOOKS.indexOf(dataset.theme));
  const tell = () => {
    button.title = `${called}: ${words[now()]}`;
    button.setAttribute("aria-label", button.title);
  };
  button.addEventListener("click", () => {
    dataset.theme = LOOKS[(now() + 1) % LOOKS.length];
    try {
      localStorage[KEPT] = dataset.theme;
    } catch { /* It stays as long as the page. */ }
    tell();
  });
  tell();
  place.replaceWith(button);
};
