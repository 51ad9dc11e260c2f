/**
 * Takes secrets out of a text before it is kept.
 *
 * What remains says what kind of secret stood there, because "it sent a GitHub token" is evidence and
 * the token is a second incident.
 */
import { SECRET_ASSIGNMENTS } from './secret-assignments.ts';
import { SECRET_FORMATS } from './secret-formats.ts';

// The formats first: they tell more about what it was.
const rules = [...SECRET_FORMATS, ...SECRET_ASSIGNMENTS];
const replacements = rules.map(({ kind, lead = '', secret }) => ({
  pattern: new RegExp(`(${lead})(?:${secret})`, 'g'),
  by: `$1[redacted: ${kind}]`,
}));
/** Most texts have no secret, and one look at all rules at once tells that in a tenth of the time for a short one. */
const anySecret = new RegExp(
  rules.map(({ lead = '', secret }) => `(?:${lead})(?:${secret})`).join('|'),
);

/** Shorter ones are words that stand in any text. */
const KNOWN_LENGTH_MIN = 8;

/** The text with every secret replaced by `[redacted: KIND]`; those that are known by their very letters first. */
export function redactSecrets(text: string, known: readonly string[] = []): string {
  const rest = known.reduce(withoutKnown, text);
  if (!anySecret.test(rest)) return rest;
  return replacements.reduce((left, { pattern, by }) => left.replace(pattern, by), rest);
}

/** Also as it stands in an address, in a JSON text and in a header of Basic authentication. */
function withoutKnown(text: string, secret: string): string {
  if (secret.length < KNOWN_LENGTH_MIN) return text;
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  ];
  return forms.reduce((rest, form) => rest.replaceAll(form, '[redacted: held by Tripwire]'), text);
}
