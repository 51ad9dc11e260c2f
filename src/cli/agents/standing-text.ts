/**
 * How an agent or session stands, in words: what holds it, and which command lifts that.
 */
import type { HoldView } from '../../core/index.ts';
import type { AgentView, KillSwitchView, StandingView } from '../../gate/index.ts';
import { span, type Line, type Span } from '../terminal/styled-line.ts';
import { momentText } from '../terminal/time-text.ts';

/** Whom a hold binds. */
export interface Held {
  readonly agent: string;
  readonly session: string | null;
  readonly hold: HoldView;
}

/** What a person types, or does, to lift a hold. */
const lifting: Readonly<Record<HoldView['hold'], (whom: string) => string>> = {
  manual: (whom) => `tripwire resume ${whom}`,
  kill_switch: (whom) => `tripwire resume ${whom}`,
  paused: (whom) => `tripwire resume ${whom}`,
  soft_suspend: (whom) => `tripwire resume ${whom}`,
  hard_stop: (whom) => `tripwire resume ${whom} --restart`,
  stop_all: () => 'tripwire resume-all',
  checkpoint: () => 'review CHECKPOINT.md, then delete it',
  blocker: () => 'mend what BLOCKER_REPORT.md names, then delete it',
  compaction: () => 'compact the conversation',
  approval: () => 'grant or refuse the action',
};

/** The command or deed that lifts a hold. */
export function remedyOf({ agent, session, hold }: Held): string {
  const below = session === null || hold.level === 'agent' ? '' : ` --session ${session}`;
  return lifting[hold.hold](`${agent}${below}`);
}

/** Everything that stops an agent or, when one is named, a session of it. Holds of the agent are named once. */
export function heldBy(
  agent: Pick<AgentView, 'id' | 'holds' | 'sessions'>,
  session: string | null,
): Held[] {
  const own = agent.holds.map((hold) => ({ agent: agent.id, session: null, hold }));
  const below = agent.sessions
    .filter(({ id }) => session === null || id === session)
    .flatMap(({ id, holds }) =>
      holds
        .filter(({ level }) => level !== 'agent')
        .map((hold) => ({ agent: agent.id, session: id, hold })),
    );
  return [...own, ...below].filter(({ hold }) => hold.scope === 'all');
}

/** The hold in a line: what, why, by whom, since when. */
export function heldLine({ session, hold }: Held): Line {
  const where = session === null ? '' : ` on session ${session}`;
  const by = hold.by === 'detector' ? 'the kill switch' : hold.by;
  const words = `: ${hold.why} (by ${by}, since ${momentText(hold.since)})`;
  return [span(`${hold.hold}${where}`, 'red'), span(words)];
}

/** One word for how it stands. */
export function stateSpan({ active, deactivated_by: by, holds }: StandingView): Span {
  if (active === 0) return span(by === 'kill_switch' ? 'KILLED' : 'STOPPED', 'alarm');
  return holds.some(({ scope }) => scope === 'all')
    ? span('HELD', 'yellow')
    : span('active', 'green');
}

/** The kill switch in a few words. */
export function killSwitchText({ enabled, shadow, detector, threshold }: KillSwitchView): string {
  if (!enabled) return 'off';
  return `${shadow ? 'shadow' : 'on'}, ${detector} > ${threshold}`;
}

/** The names of holds, once each. */
export function holdsText({ holds }: StandingView): string {
  const names = [...new Set(holds.map(({ hold }) => hold))];
  return names.length === 0 ? '–' : names.join(', ');
}
