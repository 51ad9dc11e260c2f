/**
 * The one command for each proven row that shows it by hand, and what to look for in its output.
 */
import type { Requirement } from '../../spec/requirement.ts';
import { markdownTable } from './markdown-table.ts';

/** A command stands in its cell as it is pasted: `test/requirements/by-hand.test.ts` keeps bars and backticks out of it. */
export function renderByHand(rows: readonly Requirement[]): string {
  const done = rows.filter((row) => row.status === 'done');
  return markdownTable(
    ['id', 'command', 'shows'],
    done.map(({ id, byHand: { command, shows, exitCode = 0 } }) => {
      const words = shows.split(' … ').map((part) => `\`${part}\``);
      const ends = exitCode === 0 ? '' : `; exit code ${exitCode}`;
      return [id, `\`${command}\``, `${words.join(' … ')}${ends}`];
    }),
  );
}
