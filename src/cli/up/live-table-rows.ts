/**
 * The rows of the live table: each agent, how it stands, what it did today, and why it does nothing.
 */
import type { Agent } from '../../control/api/client.ts';
import { byUrgency, stateSpan, stateWhy } from '../agents/standing-text.ts';
import { countText } from '../terminal/amounts.ts';
import { clip, span, widthOf, type Line } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';

const headings = ['agent', 'state', 'health', 'calls', 'tokens', 'score'];
const GAP = '  ';

/** The table of all agents in so many columns, or what to do when there are none. */
export function liveTable(agents: readonly Agent[], columns: number): Line[] {
  if (agents.length === 0) return [[span('No agent has called yet.', 'dim')]];
  const ordered = byUrgency(agents);
  const rows = ordered.map((agent): Line[] => [
    [span(agent.name)],
    [stateSpan(agent)],
    [span(agent.health.toFixed(2), agent.health < 0.6 ? 'yellow' : 'plain')],
    [span(countText(agent.calls_today))],
    [span(countText(agent.spend.today.tokens))],
    [span(agent.loop_score === null ? '–' : agent.loop_score.toFixed(1))],
  ]);
  const whys = [span('why', 'bold'), ...ordered.map((agent) => span(stateWhy(agent), 'dim'))];
  return textTable(headings, rows).map((line, index) => {
    const why = whys[index] ?? span('');
    const room = columns - widthOf(line) - GAP.length;
    return [...line, span(GAP), span(clip(why.text, room), why.style)];
  });
}
