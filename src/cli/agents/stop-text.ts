/**
 * What a stop came to, in lines: in force, on record or not, and how many calls it ended.
 */
import type { Answer } from '../../control/api/client.ts';
import { remedyOf, type HeldAgent } from '../../core/holds/remedy.ts';
import { span, type Line } from '../terminal/styled-line.ts';

/** A stop that ended nothing must not read as if it had. */
const unseenEnd = (what: string) =>
  `  ${what} itself: not seen to end yet (\`--wait 180\` waits for it); nothing it asks for passes`;

const unseenEnds =
  '  the agents themselves: not seen to end yet (`--wait 180` waits for them); nothing they ask for passes';

/** The lines about a stop. */
export function stopLines(
  acted: Answer<'POST /api/stop-all'>,
  headline: string,
  held: HeldAgent,
): Line[] {
  const { recorded, calls_ended: ended, warning } = acted;
  const record = recorded
    ? span('  recorded: yes')
    : span(
        '  recorded: not yet; it is in force, and recorded as soon as the journal can write',
        'yellow',
      );
  return [
    [span(headline, 'bold')],
    [record],
    [span(`  calls under way that were ended: ${ended}`)],
    [span(held.hold === 'stop_all' ? unseenEnds : unseenEnd(whatOf(held)), 'dim')],
    ...(warning === null ? [] : [[span(`  ${warning}`, 'yellow')]]),
    [span(`  to undo it: ${remedyOf(held).command ?? ''}`, 'cyan')],
  ];
}

function whatOf({ subagent, turn }: HeldAgent): string {
  if (subagent !== undefined) return 'the subagent';
  return turn === true ? 'the turn' : 'the agent';
}
