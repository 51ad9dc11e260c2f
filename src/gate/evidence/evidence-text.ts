/**
 * One text as evidence keeps it: without secrets, with its beginning and its end.
 *
 * The beginning says what it was about, the end how it went, so the middle is what goes. Secrets are
 * taken out before the cut, because half a key is no longer recognised as one; and only near the two
 * ends that stay, because texts of many megabytes come through here while an agent waits.
 */
import { redactSecrets } from '../../base/secrets/redact-secrets.ts';

/** UTF-16 units that are kept of a text. */
export const EVIDENCE_CHARACTERS_MAX = 4_000;
/** More than any secret has: a private key of 16,384 bits takes 12,700 characters. */
const MARGIN = 16_384;
/** More than any secret without a space has. */
const TOKEN_MAX = 4_096;
const HALF_PRIVATE_KEY = /^[^]*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const HALF_TOKEN = new RegExp(`^\\S{0,${TOKEN_MAX}}`);

/** The text without its secrets, its middle cut out when it is longer than `most`. */
export function clipEvidence(
  text: string,
  most: number = EVIDENCE_CHARACTERS_MAX,
  known: readonly string[] = [],
): string {
  const window = most + MARGIN;
  if (text.length <= 2 * window) {
    const whole = redactSecrets(text, known);
    return copied(whole.length <= most ? whole : joined(whole, whole, text.length, most));
  }
  const head = redactSecrets(text.slice(0, window), known);
  const tail = redactSecrets(text.slice(-window), known);
  return copied(joined(head, withoutHalfSecret(tail), text.length, most));
}

function joined(head: string, tail: string, length: number, most: number): string {
  const cut = `\n[… cut: the whole text has ${length} characters …]\n`;
  const half = Math.floor((most - cut.length) / 2);
  return head.slice(0, half) + cut + tail.slice(-half);
}

/** A secret whose beginning lies before the window is not recognised, but it can only stand first. */
function withoutHalfSecret(tail: string): string {
  return tail.replace(HALF_PRIVATE_KEY, '').replace(HALF_TOKEN, '');
}

/**
 * The same text in memory of its own: a slice would keep the whole text alive. Halves of characters,
 * which have no canonical form, become U+FFFD on the way.
 */
function copied(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}
