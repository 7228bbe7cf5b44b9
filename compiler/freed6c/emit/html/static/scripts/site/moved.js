/* A page that moved leads to the place on the new one that was asked for, not to its top. */

const leadOn = (way) => {
  if (way.hash || !location.hash) return;
  way.hash = location.hash;
  location.replace(way.href);
};
