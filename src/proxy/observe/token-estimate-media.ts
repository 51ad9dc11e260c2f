/**
 * What a body weighs when tokens are estimated from bytes: pictures and files count for what models charge.
 *
 * A screenshot is a megabyte of base64 and costs some thousand tokens. Counted by its bytes, one screenshot would
 * exceed a minute's budget and never be let through.
 */

/** Shorter texts are counted as they are. */
const MEDIA_CHARACTERS_MIN = 4_096;
/** What a picture weighs at least: about 1,600 tokens of four bytes. */
const MEDIA_BYTES_MIN = 6_400;
const MEDIA_SHRINKS_BY = 16;
const ENDS_CHARACTERS = 256;
/** Values that are looked at; what comes after weighs its bytes. */
const VALUES_MAX = 20_000;

/** The bytes of a body, with less for what is data. */
export function weighedBytes(bodyBytes: number, body: unknown): number {
  const left: unknown[] = [body];
  let saved = 0;
  for (let seen = 0; seen < VALUES_MAX && left.length > 0; seen += 1) {
    const value = left.pop();
    if (typeof value === 'string') saved += savedBytes(value);
    else if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value).slice(0, VALUES_MAX)) left.push(member);
    }
  }
  return Math.max(0, bodyBytes - saved);
}

function savedBytes(text: string): number {
  if (text.length < MEDIA_CHARACTERS_MIN || !isBase64(text)) return 0;
  const weight = Math.max(MEDIA_BYTES_MIN, Math.ceil(text.length / MEDIA_SHRINKS_BY));
  return Math.max(0, text.length - weight);
}

/** Judged by both ends: words have spaces. */
function isBase64(text: string): boolean {
  const start = text.slice(0, ENDS_CHARACTERS).replace(/^data:[\w.+/-]{1,100};base64,/, '');
  return /^[\w+/-]+$/.test(start) && /^[\w+/-]+={0,2}$/.test(text.slice(-ENDS_CHARACTERS));
}
