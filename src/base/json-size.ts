/**
 * How many values a JSON text has, without reading it.
 *
 * A text of 32 MB may have ten million of them, and whoever reads it does nothing else for seconds. Counting what separates
 * values takes a small part of that.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `,` `:` `[` `{`: each begins a value, but for the last two when nothing is in them. */
const BEGINS = new Uint8Array(128);
for (const sign of ',:[{') BEGINS[sign.charCodeAt(0)] = 1;

/** Whether a text, if it is JSON, has more than about so many values. */
export function hasMoreValues(text: string, valuesMax: number): boolean {
  // Each needs a character.
  if (text.length <= valuesMax) return false;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = stringEnd(text, at);
      if (at === -1) return false;
    } else if (code < BEGINS.length && BEGINS[code] === 1) {
      values += 1;
      if (values > valuesMax) return true;
    }
  }
  return false;
}

/** Where the string that begins here ends; -1 when it does not, which is no JSON. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}
