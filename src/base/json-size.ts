/**
 * How many values a JSON text has, without reading it.
 *
 * A text of 32 MB may have ten million of them, and whoever reads it does nothing else for seconds. Counting what separates
 * values takes a small part of that.
 */

const BLANKS = ' \n\r\t';
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `,` `:` `[` `{`: each begins a value, but for the last two when nothing is in them. */
const BEGINS = new Uint8Array(128);
for (const sign of ',:[{') BEGINS[sign.charCodeAt(0)] = 1;

/**
 * Whether a text, if it is JSON, has more than about so many values. `opensTexts` says that texts of JSON in it are read as
 * well, such as the arguments of a tool call: then what separates values in them counts too.
 */
export function hasMoreValues(text: string, valuesMax: number, opensTexts = false): boolean {
  // Each needs a character.
  if (text.length <= valuesMax) return false;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (end === -1) return false;
      if (opensTexts && isOpened(text, at + 1)) values += signsIn(text, at, end, valuesMax);
      at = end;
    } else if (code < BEGINS.length && BEGINS[code] === 1) values += 1;
    if (values > valuesMax) return true;
  }
  return false;
}

/** How many values a text has when it is opened, about, and no more than one beyond so many; none in other texts. */
export function valuesInText(text: string, most: number): number {
  return isOpened(text, 0) ? signsIn(text, 0, text.length, most) : 0;
}

/** Whether a string is a list or an object when it is opened, maybe behind blanks. */
function isOpened(text: string, start: number): boolean {
  let at = start;
  for (;;) {
    const sign = text[at] ?? '';
    if (sign === '[' || sign === '{') return true;
    if (BLANKS.includes(sign) && sign !== '') at += 1;
    else if (sign === '\\' && 'nrt'.includes(text[at + 1] ?? '?')) at += 2;
    else return false;
  }
}

/** What separates values between two places, also in texts that lie deeper; no further than so many. */
function signsIn(text: string, start: number, end: number, most: number): number {
  let signs = 0;
  for (let at = start; at < end && signs <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code < BEGINS.length && BEGINS[code] === 1) signs += 1;
  }
  return signs;
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
