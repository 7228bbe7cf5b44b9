/* The index of words that search/index.py writes, and how it is asked. Knows nothing of pages. */

const TITLE = 2;
const FIELDS = 3;
const WHOLE = 3, BEGUN = 2, NEARLY = 1, NEARLY_BEGUN = 0;
const FUZZY = 3; /* Words with fewer letters are not taken for misspelt. */

/* As words.py has it. */
const wordsIn = (text) =>
  text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];

const read = (data) => {
  let last = "";
  const terms = data.terms.split(" ").map((written) => {
    last = last.slice(0, parseInt(written[0], 36)) + written.slice(1);
    return last;
  });
  const lengths = data.records.map(([title]) => wordsIn(title).length);
  return { terms, hits: data.hits.split(" "), lengths };
};

/* Calls back with each record that a term is in, and the best field there. */
const each = (index, term, then) => {
  let record = 0;
  for (const written of index.hits[term].split(",")) {
    const number = parseInt(written, 36);
    record += Math.floor(number / FIELDS);
    then(record, number % FIELDS);
  }
};

/* The first term that is not before a word. */
const placeOf = (terms, word) => {
  let low = 0, high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (terms[middle] < word) low = middle + 1;
    else high = middle;
  }
  return low;
};

/* Whether a term begins with a word in which one letter is too many, missing, another, or swapped. */
const isNear = (word, term) => {
  let same = 0;
  while (same < word.length && word[same] === term[same]) same += 1;
  const rest = word.slice(same + 1);
  return (
    term.startsWith(rest, same) ||
    term.startsWith(rest, same + 1) ||
    term.startsWith(word.slice(same), same + 1) ||
    (word[same] === term[same + 1] &&
      word[same + 1] === term[same] &&
      term.startsWith(word.slice(same + 2), same + 2))
  );
};

/* The terms that a word may mean, each with how close it is. */
const meant = (index, word, fuzzy) => {
  const found = [];
  const first = placeOf(index.terms, word);
  for (let at = first; at < index.terms.length && index.terms[at].startsWith(word); at += 1) {
    found.push([at, index.terms[at] === word ? WHOLE : BEGUN]);
  }
  if (!fuzzy || word.length < FUZZY) return found;
  index.terms.forEach((term, at) => {
    if (!term.startsWith(word) && isNear(word, term)) {
      found.push([at, term.length <= word.length + 1 ? NEARLY : NEARLY_BEGUN]);
    }
  });
  return found;
};

/* Records with all of the words: how well they fit, and whether their titles or names have all. */
const having = (index, words, fuzzy) => {
  let all = null;
  for (const word of words) {
    const some = new Map();
    for (const [term, closeness] of meant(index, word, fuzzy)) {
      each(index, term, (record, field) => {
        const fit = field * 4 + closeness;
        if (fit > (some.get(record)?.fit ?? -1)) some.set(record, { fit, named: field > 0 });
      });
    }
    const before = all;
    all = before === null ? some : new Map();
    if (before === null) continue;
    for (const [record, { fit, named }] of some) {
      const other = before.get(record);
      if (other) all.set(record, { fit: other.fit + fit, named: other.named && named });
    }
  }
  return all ?? new Map();
};

/* The records that fit a text, the best first. If nothing is called so, then also what nearly is. */
const find = (index, text) => {
  const words = wordsIn(text);
  let found = having(index, words, false);
  if (![...found.values()].some(({ named }) => named)) {
    for (const [record, fit] of having(index, words, true)) {
      if (!found.has(record)) found.set(record, fit);
    }
  }
  return [...found]
    .sort(
      ([one, { fit }], [other, { fit: fits }]) =>
        fits - fit || index.lengths[one] - index.lengths[other] || one - other,
    )
    .map(([record]) => record);
};
