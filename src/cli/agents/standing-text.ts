/**
 * How an agent or session stands, in words: what holds it, and which command lifts that.
 */
import { MAIN } from '../../base/main-name.ts';
import { present } from '../../base/present.ts';
import { stateWords, type Standing, type StateWords } from '../../control/agents/state-words.ts';
import { holdRank, remedyOf } from '../../core/holds/remedy.ts';
import type { AgentView, HeldView, KillSwitchView, StandingView } from '../../gate/index.ts';
import { span, type Line, type Span, type Style } from '../terminal/styled-line.ts';
import { clockText, momentText } from '../terminal/time-text.ts';

/** Whom a hold binds. */
export interface Held {
  readonly agent: string;
  readonly session: string | null;
  /** The subagent of the session that it binds alone. */
  readonly subagent?: string;
  readonly hold: HeldView;
}

/** The command that lifts a hold; where there is none, what to do. */
export function remedyText({ agent, session, subagent, hold }: Held): string {
  const { act, command, words } = remedyOf({
    hold: hold.hold,
    agent,
    session: hold.level === 'agent' ? null : session,
    ...present({ subagent }),
  });
  // What the loop holds is lifted in its project, so there the words say where.
  return command === null || act === null ? words : command;
}

/**
 * Everything that stops an agent or, when one is named, a session of it, the strongest first. Holds of the agent are
 * named once.
 */
export function heldBy(
  agent: Pick<AgentView, 'id' | 'holds' | 'sessions'>,
  session: string | null,
): Held[] {
  const own = agent.holds.map((hold) => ({ agent: agent.id, session: null, hold }));
  const below = agent.sessions
    .filter(({ id }) => session === null || id === session)
    .flatMap(({ id, holds, threads }): Held[] => [
      ...holds
        .filter(({ level }) => level !== 'agent')
        .map((hold) => ({ agent: agent.id, session: id, hold })),
      ...threads
        .filter((thread) => thread.id !== MAIN)
        .flatMap((thread) =>
          thread.holds.map((hold) => ({
            agent: agent.id,
            session: id,
            subagent: thread.id,
            hold,
          })),
        ),
    ]);
  return [...own, ...below]
    .filter(({ hold }) => hold.scope === 'all')
    .toSorted((one, other) => holdRank(one.hold.hold) - holdRank(other.hold.hold));
}

/** The hold in a line: its title, where, since when. */
export function heldLine({ session, subagent, hold }: Held): Line {
  const part = subagent === undefined ? '' : `subagent ${subagent}, `;
  const where = session === null ? '' : `session ${session}, ${part}`;
  const until = hold.until === undefined ? '' : `, until ${momentText(hold.until)}`;
  const ends = hold.turn === true ? ', until the next prompt' : until;
  return [span(hold.title, 'red'), span(` (${where}since ${momentText(hold.since)}${ends})`)];
}

const stateStyles: Readonly<Record<StateWords['group'], Style>> = {
  stopped: 'alarm',
  waiting: 'yellow',
  working: 'green',
  idle: 'dim',
};

/** How it stands, in the words of the dashboard. What was only reported may run on, whatever is said of it here. */
export function stateSpan(standing: Standing & { readonly reported?: boolean }): Span {
  const { word, group } = stateWords(standing, clockText);
  return span(standing.reported === true ? `${word}, reported` : word, stateStyles[group]);
}

/** Why it is stopped or waiting; empty when it is neither. */
export function stateWhy(standing: Standing): string {
  return stateWords(standing, clockText).why ?? '';
}

const URGENCY: readonly StateWords['group'][] = ['stopped', 'waiting', 'working', 'idle'];

/** What is stopped first, then what waits; each by name, in which bot-9 comes before bot-10. */
export function byUrgency<One extends Standing & { readonly name: string }>(
  agents: readonly One[],
): One[] {
  const urgency = (one: One) => URGENCY.indexOf(stateWords(one, clockText).group);
  return agents.toSorted(
    (one, other) =>
      urgency(one) - urgency(other) || one.name.localeCompare(other.name, 'en', { numeric: true }),
  );
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

/** The sessions and subagents of an agent that are stopped while the agent itself is not, each by its strongest hold. */
export function heldSessions(agent: Pick<AgentView, 'id' | 'holds' | 'sessions'>): readonly Held[] {
  const held = heldBy(agent, null).filter(({ session }) => session !== null);
  return held.filter(
    (one, at) =>
      held.findIndex(
        ({ session, subagent }) => session === one.session && subagent === one.subagent,
      ) === at,
  );
}

/** Lines about all of them, each with the command that lifts it. */
export function heldSessionLines(
  agents: readonly Pick<AgentView, 'id' | 'holds' | 'sessions'>[],
): Line[] {
  return agents
    .flatMap(heldSessions)
    .flatMap((one): Line[] => [
      [span(`${one.agent}: `), ...heldLine(one)],
      [span(`  to lift it: ${remedyText(one)}`, 'cyan')],
    ]);
}
