/* The index of words that search/index.py writes, and how it is asked. Knows nothing of pages. */

const FIELDS = 3;

/* How well a word fits that stands in a text, in another name, in the title: itself, as the
   beginning of a longer one, misspelled, both. Texts have no misspelled words to offer. */
const WHOLE = [2, 6, 7], BEGUN = [1, 4, 5], NEARLY = [0, 2, 3], NEARLY_BEGUN = [0, 1, 1];
const FUZZY = 4; /* Words with fewer letters are not taken for misspelled, */
const FUZZY_BEGUN = 6; /* and with fewer than these not before they are written out. */

const ASIDE = 3; /* The last priority in document/search/search_records.py. */
const SO_CALLED = 3, CALLED_LIKE_IT = 2, NAMED = 1;

/* As words.py has it. */
const wordsIn = (text) =>
  text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];

const read = (data) => {
  let last = "";
  const terms = data.terms.split(" ").map((written) => {
    last = last.slice(0, parseInt(written[0], 36)) + written.slice(1);
    return last;
  });
  const titles = data.records.map(([title]) => wordsIn(title));
  const grades = data.records.map(([, kind]) => data.kinds[kind][2]);
  return { terms, hits: data.hits.split(" "), titles, grades };
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

/* Whether one letter of a word is too many, missing, another, or swapped, and it then is a term or,
   if `begun`, the beginning of it. Nobody mistakes the first letter. */
const isNear = (word, term, begun) => {
  let same = 0;
  while (same < word.length && word[same] === term[same]) same += 1;
  if (!same) return false;
  const goesOn = (rest, at) => (begun ? term.startsWith(rest, at) : term.slice(at) === rest);
  const rest = word.slice(same + 1);
  return (
    goesOn(rest, same) ||
    goesOn(rest, same + 1) ||
    goesOn(word.slice(same), same + 1) ||
    (word[same] === term[same + 1] &&
      word[same + 1] === term[same] &&
      goesOn(word.slice(same + 2), same + 2))
  );
};

/* The terms that a word may mean, each with how well it fits by where it stands. */
const meant = (index, word, fuzzy) => {
  const found = [];
  const first = placeOf(index.terms, word);
  for (let at = first; at < index.terms.length && index.terms[at].startsWith(word); at += 1) {
    found.push([at, index.terms[at] === word ? WHOLE : BEGUN]);
  }
  if (!fuzzy || word.length < FUZZY) return found;
  index.terms.forEach((term, at) => {
    if (term.startsWith(word)) return;
    if (isNear(word, term, false)) found.push([at, NEARLY]);
    else if (word.length >= FUZZY_BEGUN && isNear(word, term, true)) found.push([at, NEARLY_BEGUN]);
  });
  return found;
};

/* Records with all of the words: how well they fit, and whether their titles or names have all.
   A word that few have says more. */
const having = (index, words, fuzzy) => {
  let all = null;
  for (const word of words) {
    const some = new Map();
    for (const [term, fits] of meant(index, word, fuzzy)) {
      each(index, term, (record, field) => {
        const fit = fits[field];
        if (fit > (some.get(record)?.fit ?? 0)) some.set(record, { fit, named: field > 0 });
      });
    }
    const rare = Math.log2(1 + index.titles.length / some.size);
    const before = all;
    all = new Map();
    for (const [record, { fit, named }] of some) {
      const other = before === null ? { fit: 0, named: true } : before.get(record);
      if (other) all.set(record, { fit: other.fit + fit * rare, named: other.named && named });
    }
  }
  return all ?? new Map();
};

/* What the title has of what was asked: it is that; has it as it stands; has, or names have, all. */
const calledAs = (title, asked, named) => {
  const said = title.join(" ");
  if (said === asked) return SO_CALLED;
  if (` ${said}`.includes(` ${asked}`)) return CALLED_LIKE_IT;
  return named ? NAMED : 0;
};

/* The better one first: asides come last unless they are what was asked for, word for word. */
const inTurn = (one, other) =>
  (other.called === SO_CALLED) - (one.called === SO_CALLED) ||
  (one.grade === ASIDE) - (other.grade === ASIDE) ||
  other.called - one.called ||
  one.grade - other.grade ||
  other.fit - one.fit ||
  one.length - other.length ||
  one.record - other.record;

/* The records that fit a text, the best first; if none has all words, what they may be misspelled for. */
const find = (index, text) => {
  const words = wordsIn(text);
  const exact = having(index, words, false);
  const found = exact.size ? exact : having(index, words, true);
  const asked = words.join(" ");
  return [...found]
    .map(([record, { fit, named }]) => {
      const title = index.titles[record], grade = index.grades[record];
      const called = calledAs(title, asked, named);
      return { record, fit, grade, called, length: called && title.length };
    })
    .sort(inTurn)
    .map(({ record }) => record);
};
