/**
 * The only way out to standard output and standard error: whatever is said goes through here and is cleaned.
 *
 * A house rule keeps it so: nothing else in `src` may write to either.
 */
import { cleanJson, cleanLine, cleanText } from '../../base/clean-text.ts';

/** Says one line. What would begin another is shown as a mark. */
export function say(line = ''): void {
  process.stdout.write(`${cleanLine(line)}\n`);
}

/** Says one line to standard error. */
export function complain(line: string): void {
  process.stderr.write(`${cleanLine(line)}\n`);
}

/** Says a text of several lines to standard error, such as all that is wrong with a file of settings. */
export function complainText(text: string): void {
  process.stderr.write(`${cleanText(text)}\n`);
}

/** Says a text of several lines that is ours; words of agents in it must have been made one line before. */
export function sayText(text: string): void {
  process.stdout.write(`${cleanText(text)}\n`);
}

/** Says a value as one line of JSON. */
export function sayJson(value: unknown): void {
  process.stdout.write(`${cleanJson(JSON.stringify(value))}\n`);
}

/** Writes what was drawn: colours and moves of the cursor are ours, and `paint` has cleaned the rest. */
export function draw(drawn: string, to: 'stdout' | 'stderr' = 'stdout'): void {
  process[to].write(drawn);
}
