/**
 * The same program in ASCII: V8 keeps such a text in half of the memory, and reads it without decoding it.
 *
 * An escape means its letter in strings, plain templates and regular expressions. A tagged template shows its text as it
 * is written (`String.raw`), so there the letter becomes a value that is put in.
 */
import { parseSync, Visitor } from 'oxc-parser';

const FOREIGN = /[^\x20-\x7e\t\n\r]/g;

/** The code with every letter beyond ASCII escaped. Throws where an escape would change what it means. */
export function asciiCode(code: string): string {
  const tagged = taggedTemplates(code);
  return code.replaceAll(FOREIGN, (letter, at: number) => {
    if (/(?<!\\)(?:\\\\)*\\$/.test(code.slice(Math.max(0, at - 16), at))) {
      throw new Error(
        `${JSON.stringify(code.slice(at - 40, at + 20))} escapes a letter that is not ASCII`,
      );
    }
    const escaped = `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const isTagged = tagged.some(([start, end]) => at >= start && at < end);
    return isTagged ? `\${"${escaped}"}` : escaped;
  });
}

/** Where the texts of tagged templates begin and end. */
function taggedTemplates(code: string): readonly (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  const visitor = new Visitor({
    TaggedTemplateExpression: ({ quasi }) => {
      found.push(...quasi.quasis.map(({ start, end }) => [start, end] as const));
    },
  });
  visitor.visit(parseSync('bundle.cjs', code).program);
  return found;
}
