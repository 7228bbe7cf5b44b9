/* Parts of pages, and their words: `say(key, fields)` fills a phrase. */

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  const { attributes = {}, ...others } = properties;
  Object.assign(made, others);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const buttonFor = (words, work, properties = {}) => {
  const made = element("button", { type: "button", textContent: words, ...properties });
  made.addEventListener("click", work);
  return made;
};

const labeled = (words, field) => element("label", {}, element("span", { textContent: words }), field);

const option = (words, value) => element("option", { textContent: words, value });

const saying = (words) => (key, fields = {}) =>
  words[key].replace(/\{([a-z_]*)\}/g, (_, name) => String(fields[name]));
