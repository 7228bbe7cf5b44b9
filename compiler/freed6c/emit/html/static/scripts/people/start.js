/* What the roller, the sheet and the table mode share. */

const known = globalThis.freed6cPeopleData;
const people = new People(known, known.perDie);
globalThis.freed6cPeople = {
  people, browser, session, element, option, labeled, buttonFor, saying, blankRecord, isRecord, readCode, Values, valueText,
  Refused, SOURCES, MOST_SIDES, total, called, lettersOf, tokensOf, parse, typed, signed, written,
};
