/* A pack is a name and a text for each file. In a link it is JSON, compressed; in a ZIP file it is a
   folder. */

const FILE = /^[a-z0-9][a-z0-9-]{0,58}\.yaml$/;
const MOST = 1 << 20;
const MOST_LINES = 10_000; /* of a file in a link: a short one could hold as many as no page can show */

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

const asLink = async (pack) => {
  const bytes = new TextEncoder().encode(JSON.stringify(pack));
  const packed = await new Response(through(bytes, new CompressionStream("deflate-raw"))).arrayBuffer();
  let letters = "";
  for (const byte of new Uint8Array(packed)) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/* The pack of a link, and what it changes; nothing where it holds none, or one that nobody would have
   written. */
const fromLink = async (link) => {
  try {
    const letters = atob(link.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = through(packed, new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
    const reader = stream.getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.length > MOST) return null;
    }
    const { letter, ...pack } = JSON.parse(text);
    const files = Object.entries(pack);
    const fits = (content) => typeof content === "string" && content.split(/\r\n?|\n/).length <= MOST_LINES;
    const known = files.every(([name, content]) => FILE.test(name) && fits(content));
    return known && files.length ? { pack, letter: letter ?? null } : null;
  } catch {
    return null;
  }
};

/* Numbers as bytes, the lowest first: [how many bytes, the number]. */
const bytesOf = (fields) =>
  Uint8Array.from(fields.flatMap(([size, number]) => Array.from({ length: size }, (_, at) => (number >>> (8 * at)) & 255)));

const checksum = (bytes) => {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
};

/* A ZIP file of texts by path, not compressed. Names are UTF-8, and the time is the first there is. */
const zipped = (texts) => {
  const encoder = new TextEncoder();
  const parts = [];
  const listed = [];
  let at = 0;
  for (const [path, text] of Object.entries(texts)) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(text);
    const about = [
      [2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, checksum(bytes)], [4, bytes.length],
      [4, bytes.length], [2, name.length], [2, 0],
    ];
    const head = bytesOf([[4, 0x04034b50], ...about]);
    parts.push(head, name, bytes);
    listed.push(bytesOf([[4, 0x02014b50], [2, 20], ...about, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]]), name);
    at += head.length + name.length + bytes.length;
  }
  const count = listed.length / 2;
  const size = listed.reduce((sum, part) => sum + part.length, 0);
  const end = bytesOf([[4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]]);
  return new Blob([...parts, ...listed, end], { type: "application/zip" });
};
