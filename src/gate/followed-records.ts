/**
 * What follows from records beside what they decide: minutes and teams are counted, stops get their words, what is under
 * way is cut. The same for a record of this process, when it was judged, and for one of another, when it is read.
 */
import type { DerivedEvent } from '../journal/index.ts';
import type { Admissions } from './admissions.ts';
import type { GateParts } from './gate-parts.ts';
import type { Governor } from './governor.ts';
import { MINUTE_MS, type AgentMinutes } from './limits/agent-minute.ts';
import { entriesSince } from './recent-entries.ts';
import type { Recorder } from './recorder.ts';
import type { Opinions } from './second-opinions.ts';
import type { Steers } from './steers.ts';
import { anyHeld, type StopTitles } from './stops/stop-titles.ts';
import type { Teams } from './teams/teams.ts';

/** Who has to know of records. */
export interface FollowingParts {
  readonly recorder: Recorder;
  readonly minutes: AgentMinutes;
  readonly teams: Teams;
  readonly governor: Governor;
  readonly titles: StopTitles;
  readonly steers: Steers;
  readonly opinions: Opinions;
  readonly admissions: Pick<Admissions, 'cut'>;
}

/** Lets everybody know of records from now on. */
export function followRecords(
  parts: FollowingParts,
  { store, forOneEvent, shared }: Pick<GateParts, 'store' | 'forOneEvent' | 'shared'>,
): void {
  const { recorder, minutes, teams, governor, titles, steers, opinions, admissions } = parts;
  // What an agent spent before a restart counts after it. Hooks ask nothing of a minute.
  recorder.chains.beforeUse(async ({ agent, latest, seq }, isAgain) => {
    if (anyHeld(latest)) await titles.read(agent);
    const now = recorder.clock.now();
    const since = now - MINUTE_MS;
    // What the disk refused was counted when it was judged, and let nobody pass.
    if (isAgain) {
      minutes.forget(agent);
      await teams.recount(agent, seq);
    }
    if (forOneEvent === true || latest.clock <= since) return;
    const { maxTokensPerMinute, maxToolCallsPerMinute } = latest.envelope;
    const isLimited = maxTokensPerMinute !== null || maxToolCallsPerMinute !== null;
    // Lost races are frequent, and without a limit nobody asks.
    if (isAgain && shared !== undefined && !isLimited) return;
    for (const { at, entry } of await entriesSince(store, agent, seq, since)) {
      if ('record' in entry) minutes.note(agent, entry.record, entry.decision, at);
    }
  });
  recorder.chains.countSpends((agent, record, judged) => teams.spendsOf(agent, record, judged));
  // What a record means for what is under way: at once, and before it is durable.
  recorder.onJudged((judged) => {
    const { chain, record, outcome } = judged;
    const { agent } = chain;
    const { events, decision, at, seq } = outcome;
    minutes.note(agent, record, decision, at);
    teams.note(agent, record, decision, at);
    if (record.type !== 'tick') governor.acted(agent);
    titles.note(agent, seq, events, () => recorder.witnessed(agent));
    // What time alone changed may be the end of a grace.
    const isOver = record.type === 'tick' && decision.holds.length > 0;
    if (isOver || raises(events)) admissions.cut(agent);
    steers.note(judged);
    opinions.consider(judged);
  });
  // Its minute was counted anew before.
  recorder.onMissed(({ agent }, missed) => {
    governor.acted(agent);
    for (const { row, events } of missed) titles.note(agent, row.seq, events, () => []);
    if (missed.some(({ events }) => raises(events))) admissions.cut(agent);
  });
}

function raises(events: readonly DerivedEvent[]): boolean {
  return events.some(({ eventType }) => eventType === 'hold');
}
