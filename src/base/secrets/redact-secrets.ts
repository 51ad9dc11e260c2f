/**
 * Takes secrets out of a text before it is kept.
 *
 * What remains says what kind of secret stood there, because "it sent a GitHub token" is evidence and
 * the token is a second incident.
 */
import { SECRET_ASSIGNMENTS } from './secret-assignments.ts';
import { SECRET_FORMATS, type SecretRule } from './secret-formats.ts';

// The formats first: they tell more about what it was.
const rules = [...SECRET_FORMATS, ...SECRET_ASSIGNMENTS];
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
  return rules.reduce(withoutRule, rest);
}

/** The pattern is made here: a process that meets no secret, as nearly every hook is, needs none of them. */
function withoutRule(text: string, { kind, lead = '', secret }: SecretRule): string {
  return text.replace(new RegExp(`(${lead})(?:${secret})`, 'g'), `$1[redacted: ${kind}]`);
}

/** Also as it stands in an address, in a JSON text, as a dump of bytes and in a header of Basic authentication. */
function withoutKnown(text: string, secret: string): string {
  if (secret.length < KNOWN_LENGTH_MIN) return text;
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    ...inBase64(bytes),
  ];
  return forms.reduce((rest, form) => rest.replaceAll(form, '[redacted: held by Tripwire]'), text);
}

/**
 * In both alphabets, and behind any text, such as the user's name of `user:password`: three bytes are written as four
 * letters, so there are three ways. A letter that has bits of what stands beside the secret is not looked at.
 */
function inBase64(bytes: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const written = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = written.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + bytes.length) * 8) / 6),
    );
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
