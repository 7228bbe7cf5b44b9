/* The index of words that emit/html/search_index.py writes, and how it is asked. Knows nothing of pages. */

const FIELDS = 3;

/* How well a word fits that stands in a text, in another name, in the title: itself, as the
   beginning of a longer one, with another ending, misspelled, both. Texts have no misspelled words
   to offer. */
const WHOLE = [2, 6, 7], BEGUN = [1, 4, 5], BENT = [1, 5, 6], NEARLY = [0, 2, 3], NEARLY_BEGUN = [0, 1, 1];
const FUZZY = 4; /* Words with fewer letters are not taken for misspelled, */
const FUZZY_BEGUN = 6; /* and with fewer than these not before they are written out. */
const FUZZY_TWICE = 8; /* With so many letters, two may be wrong. */
const STEM = 3; /* So many letters are left of a word without its endings. */
const LONGEST_WORD = 120; /* What has more letters is no word, and has none. */

const ASIDE = 3; /* The last priority in document/search/search_records.py. */
const ENOUGH = 0.5; /* Of the fit of the best, where nothing is called by all of the words. */
const SO_CALLED = 4, ALSO_CALLED = 3, CALLED_LIKE_IT = 2, NAMED = 1;

/* As search_index.py has it, with its table of folds, which comes with the data. */
let folds = {};
const INITIALS = /(?<![\p{L}\p{N}])(?:[\p{L}\p{Nl}\p{No}]\.)+[\p{L}\p{Nl}\p{No}](?![\p{L}\p{N}])/gu;
const wordsIn = (text) =>
  text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(/./gsu, (sign) => folds[sign] ?? sign)
    .replace(INITIALS, (some) => some.replaceAll(".", "")).match(/[\p{L}\p{N}]+/gu) ?? [];

/* A word without its endings, as far as enough is left: `running`, `runs` and `run` are one. */
const stemOf = (word, endings) => {
  if (word.length > LONGEST_WORD) return word;
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= STEM);
  const bare = word.slice(0, word.length - (ending?.length ?? 0)).replace(/(.)\1$/u, "$1");
  return bare === word ? word : stemOf(bare, endings);
};

const read = (data) => {
  folds = data.folds ?? {};
  let last = "";
  const terms = data.terms.split(" ").map((written) => {
    last = last.slice(0, parseInt(written[0], 36)) + written.slice(1);
    return last;
  });
  const stems = new Map();
  terms.forEach((term, at) => {
    const stem = stemOf(term, data.endings);
    stems.set(stem, [...(stems.get(stem) ?? []), at]);
  });
  const stops = new Set(data.stops);
  return {
    terms,
    stems,
    endings: data.endings,
    stops,
    hits: data.hits.split(" "),
    titles: data.records.map(([title]) => title.split(": ").map(wordsIn)),
    others: data.records.map(([, , , , , aliases = [], keywords = [], , , before]) =>
      [...aliases, ...keywords, ...(before ? [before] : [])].map((name) => telling(stops, name).join(" "))),
    grades: data.records.map(([, kind]) => data.kinds[kind][2]),
  };
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

/* How many letters of a word are too many, missing, another, or swapped, until it is a term; and
   until it is the beginning of it. Nobody mistakes the first letter. */
const changes = (word, term) => {
  let before = [], row = [...Array(term.length + 1).keys()];
  for (let at = 1; at <= word.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= term.length; to += 1) {
      const same = word[at - 1] === term[to - 1];
      next.push(Math.min(row[to] + 1, next[to - 1] + 1, row[to - 1] + (same ? 0 : 1)));
      const swapped = word[at - 1] === term[to - 2] && word[at - 2] === term[to - 1];
      if (swapped && at > 1 && to > 1) next[to] = Math.min(next[to], before[to - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return [row[term.length], Math.min(...row)];
};

/* The terms that a word may mean, each with how well it fits by where it stands. Only what nothing
   is called, and nothing says, is taken for misspelled. */
const meant = (index, word) => {
  const found = [];
  const { terms } = index;
  for (let at = placeOf(terms, word); at < terms.length && terms[at].startsWith(word); at += 1) {
    found.push([at, terms[at] === word ? WHOLE : BEGUN]);
  }
  for (const at of index.stems.get(stemOf(word, index.endings)) ?? []) {
    if (!terms[at].startsWith(word)) found.push([at, BENT]);
  }
  if (found.length || word.length < FUZZY) return found;
  const most = word.length < FUZZY_TWICE ? 1 : 2;
  for (let at = placeOf(terms, word[0]); at < terms.length && terms[at][0] === word[0]; at += 1) {
    const [whole, begun] = changes(word, terms[at]);
    if (whole <= most) found.push([at, NEARLY]);
    else if (begun <= most && word.length >= FUZZY_BEGUN) found.push([at, NEARLY_BEGUN]);
  }
  return found;
};

/* Records with some of the words: how many, how well they fit, and whether titles or names have all
   of these. A word that few have says more. */
const having = (index, words) => {
  const all = new Map();
  for (const word of words) {
    const some = new Map();
    for (const [term, fits] of meant(index, word)) {
      each(index, term, (record, field) => {
        const fit = fits[field];
        if (fit > (some.get(record)?.fit ?? 0)) some.set(record, { fit, named: field > 0 });
      });
    }
    const rare = Math.log2(1 + index.titles.length / some.size);
    for (const [record, { fit, named }] of some) {
      const other = all.get(record) ?? { has: 0, fit: 0, named: true };
      all.set(record, {
        has: other.has + 1,
        fit: other.fit + fit * rare,
        named: other.named && named,
      });
    }
  }
  return all;
};

/* What the title has of what was asked: it is that, or a word of it before or behind a colon; it is but
   for endings, or another name is; it has it as it stands; it has, or names have, all. */
const calledAs = (index, record, asked, named) => {
  const title = index.titles[record], others = index.others[record];
  const words = title.flat().join(" ");
  const parts = title.filter((part) => part.length === 1).flat();
  if ([words, ...parts].some((said) => asked.includes(said))) return SO_CALLED;
  const bare = (said) => said.split(" ").map((word) => stemOf(word, index.endings)).join(" ");
  if (others.some((name) => asked.includes(name)) || bare(words) === bare(asked.at(-1))) return ALSO_CALLED;
  if (asked.some((said) => ` ${words}`.includes(` ${said}`))) return CALLED_LIKE_IT;
  return named ? NAMED : 0;
};

/* The better one first: asides come last unless they are what was asked for, word for word. */
const inTurn = (one, other) =>
  Math.max(other.called, CALLED_LIKE_IT) - Math.max(one.called, CALLED_LIKE_IT) ||
  (one.grade === ASIDE) - (other.grade === ASIDE) ||
  other.called - one.called ||
  one.grade - other.grade ||
  other.fit - one.fit ||
  one.length - other.length ||
  one.record - other.record;

/* The same where nothing is called so: what has more of what was asked. */
const byFit = (one, other) =>
  (one.grade === ASIDE) - (other.grade === ASIDE) || other.fit - one.fit || one.record - other.record;

/* The words of a question that tell what it is about. */
const telling = (stops, text) => {
  const words = [...new Set(wordsIn(text))];
  const some = words.filter((word) => !stops.has(word));
  return some.length ? some : words;
};

/* The records that fit a text, the best first. Where some that are no asides are called by all of its
   words, or there is but one, only what has all is of interest; else what has nearly as much of it as the
   best. */
const find = (index, text) => {
  const words = telling(index.stops, text);
  const asked = [wordsIn(text).join(" "), words.join(" ")];
  const found = [...having(index, words)].map(([record, { has, fit, named }]) => {
    const grade = index.grades[record];
    const all = has === words.length;
    const called = all ? calledAs(index, record, asked, named) : 0;
    const length = called && called < ALSO_CALLED ? index.titles[record].flat().length : 0;
    return { record, all, fit, grade, called, length };
  });
  const strict = words.length === 1 || found.some(({ called, grade }) => called && grade < ASIDE);
  const enough = Math.max(0, ...found.map(({ fit }) => fit)) * ENOUGH;
  return found
    .filter(({ all, fit }) => all || (!strict && fit >= enough))
    .sort(strict ? inTurn : byFit)
    .map(({ record }) => record);
};

const NEAREST = 3, NEAR = 0.4; /* So many names, with so large a part of their letters wrong at most. */

/* How large a part of the letters is wrong: 1 where it need not be looked at closely. */
const distance = (word, term) => {
  const most = Math.max(word.length, term.length);
  const far = Math.abs(word.length - term.length) > NEAR * most || word.length < FUZZY;
  return far ? 1 : changes(word, term)[0] / most;
};

/* Records that are called nearly as one of the words, where nothing is called so. */
const nearest = (index, words) => {
  const near = index.terms
    .map((term, at) => [Math.min(...words.map((word) => distance(word, term))), at])
    .filter(([far]) => far <= NEAR)
    .sort(([one], [other]) => one - other);
  const found = new Set();
  for (const [, at] of near) {
    each(index, at, (record, field) => {
      if (field && index.grades[record] < ASIDE && found.size < NEAREST) found.add(record);
    });
  }
  return [...found];
};
