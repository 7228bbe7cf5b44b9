/* Tables that are stacked on a phone stay tables to those who listen: some browsers take them for
   no more than they are displayed as. One with a caption is left its own role, since to those who
   judge roles, nothing but rows may stand in a table that was given one. */

const PARTS = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };

const startTables = () => {
  for (const part of document.querySelectorAll("table.stack:not(:has(> caption)), table.stack :is(thead, tbody, tr, th, td)"))
    part.setAttribute("role", PARTS[part.tagName] ?? (part.scope === "row" ? "rowheader" : "columnheader"));
};
