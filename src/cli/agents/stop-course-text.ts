/**
 * How far a stop has come, in lines: what was seen to happen, when, and what nobody has seen yet.
 */
import type { Answer } from '../../control/api/client.ts';
import { span, type Line } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';

export type StopCourse = Answer<'GET /api/stops'>[number];

/** The lines about one stop. */
export function courseLines(stop: StopCourse): Line[] {
  const { agent, session, subagent, turn, state, doors } = stop;
  const where = session === null ? agent : `${agent}, session ${session}`;
  const part = subagent === null ? '' : `, subagent ${subagent}`;
  const whom = `${where}${part}${turn ? ', this turn' : ''}`;
  const style = state === 'ended' ? 'green' : 'yellow';
  const asked = doors.filter(({ cut, refused }) => cut + refused > 0);
  return [
    [span(`${whom}: `, 'bold'), span(stateWords(stop), style)],
    [span(`  requested:  ${momentText(stop.requested_at)}`)],
    [
      span(
        `  in force:   ${momentText(stop.in_force_at)}${state === 'requested' ? ' at the latest' : ''}`,
      ),
    ],
    [span(`  calls cut:  ${stop.cut_at === null ? 'none' : momentText(stop.cut_at)}`)],
    [span(`  ended:      ${endWords(stop)}`)],
    ...asked.map(({ door, cut, refused, last_at: at }): Line => {
      const last = at === null ? '' : `, last ${momentText(at)}`;
      return [span(`  ${doorWords[door]} ${cut} cut, ${refused} refused${last}`, 'dim')];
    }),
  ];
}

/** The state in a sentence. */
function stateWords({ state, processes }: StopCourse): string {
  if (state === 'may_be_alive' && processes > 0) {
    return 'may be alive: its process is still running. Nothing it asks for passes.';
  }
  return words[state];
}

const words: Readonly<Record<StopCourse['state'], string>> = {
  requested: 'saving its work; everything else is refused.',
  in_force: 'the stop is in force; calls under way are being ended.',
  cut: 'it was told to stop, and has asked for nothing since. Not yet confirmed.',
  ended: 'ended.',
  may_be_alive: 'may be alive: nobody saw it end. Nothing it asks for passes.',
};

const doorWords = { model: 'model calls:', tools: 'tool calls: ' } as const;

function endWords({ ended_at: at, ended_by: by }: StopCourse): string {
  if (at === null) return 'not seen';
  const how = by === 'process' ? 'its process is gone' : 'it was told, and stayed silent';
  return `${momentText(at)} (${how})`;
}
