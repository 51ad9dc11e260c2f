/**
 * A command line as the reader understood it, in a form short enough for tables.
 *
 * One command a line: what it stands in, its join, its words and redirections. ‹…› marks an expansion, «…» a word
 * that is empty or has blanks in it, |3 a pipe whose first writer is command 3, & a command that is not waited for.
 */
import { readCommandLine, type SimpleCommand } from '../../src/guardrails/index.ts';

/** What was read, and after a question mark what could not be. */
export function toldCommands(line: string): string {
  const { commands, unreadable } = readCommandLine(line);
  return [...commands.map(told), ...unreadable.map(({ what }) => `? ${what}`)].join('\n');
}

function told(command: SimpleCommand): string {
  const { inside, join, assignments, words, redirects, pipedFrom, background } = command;
  return [
    inside.map(({ kind, name }) => `${kind}${name === undefined ? '' : ` ${name}`}>`).join(''),
    join === '\n' ? '↵' : (join ?? ''),
    ...assignments.map(({ name, value }) => `${name}=«${value.text}»`),
    ...words.map(({ text, expansions }, index) => {
      const marked = expansions.length === 0 ? text : `‹${text}›`;
      return index > 0 && /\s|^$/.test(marked) ? `«${marked}»` : marked;
    }),
    ...redirects.map(({ operator, target, body }) => {
      const more = body === undefined ? '' : ` ${JSON.stringify(body.text)}`;
      return `[${operator} ${target.text}${more}]`;
    }),
    pipedFrom === null ? '' : `|${pipedFrom}`,
    background ? '&' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}
