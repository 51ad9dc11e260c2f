/**
 * Takes secrets out of a text before it is kept.
 *
 * What remains says what kind of secret stood there, because "it sent a GitHub token" is evidence and
 * the token is a second incident.
 */
import { SECRET_ASSIGNMENTS } from './secret-assignments.ts';
import { SECRET_FORMATS } from './secret-formats.ts';

// The formats first: they tell more about what it was.
const replacements = [...SECRET_FORMATS, ...SECRET_ASSIGNMENTS].map(
  ({ kind, lead = '', secret }) => ({
    pattern: new RegExp(`(${lead})(?:${secret})`, 'g'),
    by: `$1[redacted: ${kind}]`,
  }),
);

/** The text with every secret replaced by `[redacted: KIND]`. */
export function redactSecrets(text: string): string {
  return replacements.reduce((rest, { pattern, by }) => rest.replace(pattern, by), text);
}
