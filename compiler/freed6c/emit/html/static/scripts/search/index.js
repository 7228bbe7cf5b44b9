/* The index of words that emit/html/search_index.py writes, and how it is asked. Knows nothing of pages. */

const FIELDS = 3;

/* How well a word fits that stands in a text, in another name, in the title: itself, as the
   beginning of a longer one, with another ending, misspelled, both. Texts have no misspelled words
   to offer. */
const WHOLE = [1, 6, 7], BEGUN = [0.5, 4, 5], BENT = [0.8, 5, 6], NEARLY = [0, 2, 3], NEARLY_BEGUN = [0, 1, 1];
const FUZZY = 4; /* Words with fewer letters are not taken for misspelled, */
const FUZZY_BEGUN = 6; /* and with fewer than these not before they are written out. */
const FUZZY_TWICE = 8; /* With so many letters, two may be wrong. */
const STEM = 3; /* So many letters are left of a word without its endings. */
const LONGEST_WORD = 120; /* What has more letters is no word, and has none. */

const RULE = 0, TOOL = 3, ASIDE = 4; /* Priorities in document/search/search_records.py. */
const WEIGHT = [1, 0.9, 0.8, 0.5, 0.5]; /* What the fit counts, by priority. */
const ENOUGH = 0.3, CLOSE = 0.7; /* Of the fit of the best; and so much beyond the first SOME. */
const SOME = 5, NEARLY_BEST = 0.8; /* So much of a part of the words, where so many have all of them. */
const NAMED = 0.5; /* So much more do words count that are one of the names, all together. */
const SAID = 0.6; /* How much of a question what only the text has of it answers. */
const SO_CALLED = 4, ALSO_CALLED = 3, KEYWORD = 2, CALLED_LIKE_IT = 1;

/* As search_index.py has it, with its table of folds, which comes with the data. */
let folds = {};
const INITIALS = /(?<![\p{L}\p{N}])(?:[\p{L}\p{Nl}\p{No}]\.)+[\p{L}\p{Nl}\p{No}](?![\p{L}\p{N}])/gu;
const wordsIn = (text) =>
  text.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "").replace(/./gsu, (sign) => folds[sign] ?? sign)
    .replace(INITIALS, (some) => some.replaceAll(".", "")).match(/[\p{L}\p{N}]+/gu) ?? [];

/* A word without its endings, as far as enough is left: `running`, `runs` and `run` are one; `ran`, too, by
   the table of forms. */
const stemOf = (word, { endings, forms }) => {
  let stem = "", bare = forms.get(word) ?? word;
  while (bare !== stem && bare.length <= LONGEST_WORD) {
    stem = bare;
    const ending = endings.find((one) => stem.endsWith(one) && stem.length - one.length >= STEM);
    bare = stem.slice(0, stem.length - (ending?.length ?? 0)).replace(/(.)\1$/u, "$1");
  }
  return bare;
};

/* Keywords are no names to show: the data have three digits for each, as search_index.py computes them. */
const markOf = (words, language) => {
  const stems = new Set(words.map((word) => stemOf(word, language)));
  const signs = [...stems].sort().join(" ");
  const mark = [...signs].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)) % 46656, 0);
  return mark.toString(36).padStart(3, "0");
};

const read = (data) => {
  folds = data.folds ?? {};
  let last = "";
  const terms = data.terms.split(" ").map((written) => {
    last = last.slice(0, parseInt(written[0], 36)) + written.slice(1);
    return last;
  });
  const stops = new Set(data.stops);
  const language = { stops, endings: data.endings, forms: new Map(Object.entries(data.forms)) };
  const stems = new Map();
  terms.forEach((term, at) => {
    const stem = stemOf(term, language);
    stems.set(stem, [...(stems.get(stem) ?? []), at]);
  });
  const names = data.records.map(([title, , , , , aliases = [], , , , before = title]) =>
    [title, before, ...title.split(": "), ...aliases]);
  return {
    terms,
    stems,
    ...language,
    hits: data.hits.split(" "),
    titles: data.records.map(([title]) => title.split(": ").map(wordsIn)),
    names: names.map((some) => some.map((name) => wordsIn(name).join(" "))),
    marks: data.records.map(([, , , , , , marks], at) =>
      new Set([...(marks?.match(/.../g) ?? []), ...names[at].map((name) => markOf(telling(stops, name), language))])),
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

/* The terms that a word may mean, each with how well it fits by where it stands. What no name has, and no
   text has as it is, may be a name misspelled. */
const meant = (index, word) => {
  const found = [];
  const { terms } = index;
  const forms = new Set(index.stems.get(stemOf(word, index)));
  for (let at = placeOf(terms, word); at < terms.length && terms[at].startsWith(word); at += 1) {
    if (!forms.has(at) || terms[at] === word) found.push([at, terms[at] === word ? WHOLE : BEGUN]);
  }
  for (const at of forms) {
    if (terms[at] !== word) found.push([at, BENT]);
  }
  const isSaid = ([at, fits]) => fits === WHOLE || inName(index, at);
  if (word.length < FUZZY || found.some(isSaid)) return found;
  const most = word.length < FUZZY_TWICE ? 1 : 2;
  for (let at = placeOf(terms, word[0]); at < terms.length && terms[at][0] === word[0]; at += 1) {
    const [whole, begun] = changes(word, terms[at]);
    if (whole <= most) found.push([at, NEARLY]);
    else if (begun <= most && word.length >= FUZZY_BEGUN) found.push([at, NEARLY_BEGUN]);
  }
  return found;
};

const inName = (index, term) => {
  let some = false;
  each(index, term, (record, field) => { some ||= field > 0; });
  return some;
};

/* Records with some of the words: how well each fits, and which of them names have. A word that few
   have says more. */
const having = (index, words) => {
  const all = new Map(), rare = [];
  words.forEach((word, at) => {
    const some = new Map();
    for (const [term, fits] of meant(index, word)) {
      each(index, term, (record, field) => {
        const fit = fits[field];
        if (fit > (some.get(record)?.fit ?? 0)) some.set(record, { fit, named: field > 0 });
      });
    }
    rare.push(Math.log2(1 + index.titles.length / some.size));
    for (const [record, { fit, named }] of some) {
      const other = all.get(record) ?? { fits: words.map(() => 0), names: words.map(() => false) };
      other.fits[at] = fit;
      other.names[at] = named;
      all.set(record, other);
    }
  });
  return [all, rare];
};

/* All runs of the words, marked as keywords are. */
const runsOf = (index, words) => {
  const runs = [];
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= words.length; to += 1) {
      runs.push({ from, to, mark: markOf(words.slice(from, to), index) });
    }
  }
  return runs;
};

/* How well a record fits: more for words that are, together, one of its names, less for what it has not. */
const fitOf = (index, record, { fits, names }, rare, runs) => {
  const more = rare.map(() => 0);
  for (const { from, to, mark } of runs) {
    if (names.slice(from, to).every(Boolean) && index.marks[record].has(mark)) more.fill(NAMED, from, to);
  }
  let fit = 0, has = 0, sum = 0;
  rare.forEach((weight, at) => {
    fit += fits[at] * weight * (1 + more[at]);
    sum += weight;
    has += fits[at] ? weight * (names[at] ? 1 : SAID) : 0;
  });
  return (fit * has) / sum;
};

/* What the title has of what was asked: it is that, or a word of it before or behind a colon; it or another
   name is, but for an ending; a keyword is, but for forms and order; it has it as it stands. */
const calledAs = (index, record, asked, mark) => {
  const title = index.titles[record];
  const words = title.flat().join(" ");
  const parts = title.filter((part) => part.length === 1).flat();
  if ([words, ...parts].some((said) => asked.includes(said))) return SO_CALLED;
  const isName = (name) => name && asked.some((said) => name.startsWith(said) || said.startsWith(name));
  if (index.marks[record].has(mark)) return index.names[record].some(isName) ? ALSO_CALLED : KEYWORD;
  return asked.some((said) => ` ${words}`.includes(` ${said}`)) ? CALLED_LIKE_IT : 0;
};

/* The better one first: asides come last unless they are what was asked for, word for word. */
const inTurn = (one, other) =>
  other.called - one.called ||
  (one.grade === ASIDE) - (other.grade === ASIDE) ||
  other.fit - one.fit ||
  one.length - other.length ||
  one.record - other.record;

/* The words of a question that tell what it is about. */
const telling = (stops, text) => {
  const words = [...new Set(wordsIn(text))];
  const some = words.filter((word) => !stops.has(word));
  return some.length ? some : words;
};

/* The records that fit a text, the best first: what has all of its words that anything has and, where that
   is little, a rule that one of them names, and what has nearly as much as the best. Beyond some, only those that
   fit nearly as well. */
const find = (index, text) => {
  const words = telling(index.stops, text).filter((word) => meant(index, word).length);
  const asked = [wordsIn(text).join(" "), words.join(" ")];
  const [some, rare] = having(index, words);
  const runs = runsOf(index, words);
  const mark = markOf(words, index);
  const found = [...some].map(([record, has]) => {
    const grade = index.grades[record];
    const all = has.fits.every(Boolean);
    const fit = fitOf(index, record, has, rare, runs) * WEIGHT[grade];
    const name = all && has.names.every(Boolean) ? calledAs(index, record, asked, mark) : 0;
    const called = name === SO_CALLED || grade < TOOL ? name : 0;
    const length = name === CALLED_LIKE_IT ? index.titles[record].flat().length : 0;
    const own = grade === RULE && words.some((word) => index.names[record].includes(word));
    return { record, all, own, fit, grade, called, length };
  });
  const many = found.filter(({ all }) => all).length >= SOME;
  const best = Math.max(0, ...found.map(({ fit }) => fit));
  const enough = best * (many ? NEARLY_BEST : ENOUGH);
  return found
    .filter(({ all, own, fit }) => all || (own && !many) || fit >= enough)
    .sort(inTurn)
    .filter(({ called, fit }, place) => called || place < SOME || fit >= best * CLOSE)
    .map(({ record }) => record);
};

/* The words that none of some records has. */
const lacking = (index, words, records) => {
  const any = new Set(records);
  const has = ([term, fits]) => {
    let some = false;
    each(index, term, (record, field) => { some ||= fits[field] > 0 && any.has(record); });
    return some;
  };
  return words.filter((word) => !meant(index, word).some(has));
};

const NEAREST = 3, NEAR = 1 / 3; /* So many names, with so large a part of their letters wrong at most. */

/* How large a part of the letters is wrong: 1 where the word is short, or the first is wrong and another. */
const distance = (word, term) => {
  if (word.length < FUZZY) return 1;
  const [wrong] = changes(word, term);
  return wrong > 1 && word[0] !== term[0] ? 1 : wrong / Math.max(word.length, term.length);
};

/* Records with a word in a name that is nearly one of those asked for, the nearest first. */
const nearest = (index, words) =>
  index.names
    .map((names, record) => {
      const parts = names.flatMap((name) => name.split(" "));
      return { record, far: Math.min(...parts.flatMap((part) => words.map((word) => distance(word, part)))) };
    })
    .filter(({ record, far }) => far <= NEAR && index.grades[record] < ASIDE)
    .sort((one, other) => one.far - other.far)
    .slice(0, NEAREST)
    .map(({ record }) => record);
