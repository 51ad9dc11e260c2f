/**
 * The rows of the live table: each agent, how it stands, what it did, and why it does not go on.
 */
import type { AgentView } from '../../gate/index.ts';
import type { Tally } from '../../journal/index.ts';
import { stateSpan } from '../agents/standing-text.ts';
import { clip, span, widthOf, type Line, type Span } from '../terminal/styled-line.ts';
import { textTable } from '../terminal/text-table.ts';

/** An agent with what is shown of it. */
export interface LiveAgent {
  readonly view: AgentView;
  readonly tally: Tally;
  /** The veto that makes it wait at the moment; null when none does. */
  readonly veto: string | null;
}

const headings = ['agent', 'state', 'mode', 'health', 'calls', 'tokens', 'score'];
const GAP = '  ';

/** The table of all agents in so many columns, or what to do when there are none. */
export function liveTable(agents: readonly LiveAgent[], columns: number): Line[] {
  if (agents.length === 0) return [[span('No agent has called yet.', 'dim')]];
  const rows = agents.map(({ view, tally, veto }): Line[] => [
    [span(view.name)],
    [stateOf(view, veto)],
    [span(view.mode, view.mode === 'LOOPING' || view.mode === 'RUNAWAY' ? 'red' : 'plain')],
    [span(view.health.toFixed(2), view.health < 0.6 ? 'yellow' : 'plain')],
    [span(String(tally.calls))],
    [span(tally.tokens.toLocaleString('en'))],
    [span(tally.score === null ? '–' : tally.score.toFixed(1))],
  ]);
  const whys = [
    span('why', 'bold'),
    ...agents.map(({ view, veto }) => span(whyOf(view, veto), 'dim')),
  ];
  return textTable(headings, rows).map((line, index) => {
    const why = whys[index] ?? span('');
    const room = columns - widthOf(line) - GAP.length;
    return [...line, span(GAP), span(clip(why.text, room), why.style)];
  });
}

function stateOf(view: AgentView, veto: string | null): Span {
  const state = stateSpan(view);
  return veto !== null && state.text === 'active' ? span('WAITS', 'yellow') : state;
}

function whyOf({ holds, sessions, problem }: AgentView, veto: string | null): string {
  if (problem !== null) return problem;
  const hold = [...holds, ...sessions.flatMap((one) => one.holds)].find(
    ({ scope }) => scope === 'all',
  );
  return hold?.title ?? veto ?? '';
}
