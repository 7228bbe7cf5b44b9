/* A chance as the command line says it: what is neither certain nor impossible is never written as
   if it were. */
globalThis.freed6cPercent = (chance, places = 2) => {
  const digits = Number.isInteger(chance) ? 0 : places;
  const percent = new Intl.NumberFormat(document.documentElement.lang || "en", {
    style: "percent",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const least = 10 ** -places / 100, most = 1 - least;
  if (chance > 0 && chance < least / 2) return `< ${percent.format(least)}`;
  if (chance < 1 && chance >= 1 - least / 2) return `> ${percent.format(most)}`;
  return percent.format(chance);
};
