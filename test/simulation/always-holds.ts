/**
 * What must always be true of holds: they bind, they stand until they are released, and they are
 * released when somebody who may releases them.
 */
import type { HoldKind, HoldView } from '../../src/core/index.ts';
import { notes, type Sight } from './sight.ts';
import { covers, RELEASES, type Level, type TrackedHold } from './stop-tracker.ts';

/** Says what is wrong, or null. */
export type Check = (sight: Sight) => string | null;

/** Nothing is allowed that a standing hold, as the decision itself lists it, binds. */
export function nothingPassesAHold(sight: Sight): string | null {
  const { decision } = sight;
  if (!decision.safety.allowed) return null;
  const bound = decision.holds.find((hold) => binds(sight, hold.scope, hold.target, hold.grace));
  return bound === undefined ? null : `allowed although ${bound.hold} stands`;
}

/** After a recorded stop nothing is allowed until the recorded release that may lift it. */
export function stopsStandUntilReleased(sight: Sight): string | null {
  const { book, decision } = sight;
  for (const hold of book.stops.holds) {
    if (!standsHere(sight, hold) || hold.kind === 'hard_stop') continue;
    const merged = hold.kind === 'approval' && book.evictions > 0;
    if (merged) continue;
    const shown = decision.holds.filter((one) => one.hold === hold.kind && sameTarget(one, hold));
    if (shown.length === 0) return `${hold.kind} was raised and not released, but is not listed`;
    const bound = shown.some(({ grace }) =>
      binds(sight, scopeOf(hold), hold.target ?? undefined, grace),
    );
    if (bound && decision.safety.allowed) return `allowed although ${hold.kind} was not released`;
  }
  return null;
}

/** A hard stop is lifted by a restart and by nothing else. */
export function hardStopNeedsRestart(sight: Sight): string | null {
  const { book, decision } = sight;
  const stopped = book.stops.holds.some(
    (hold) => hold.kind === 'hard_stop' && standsHere(sight, hold),
  );
  if (!stopped) return null;
  if (decision.safety.allowed) return 'allowed after a hard stop, without a restart';
  const shown = decision.holds.some(({ hold }) => hold === 'hard_stop');
  return shown ? null : 'the hard stop is gone without a restart';
}

/** No hold stands that nobody raised. Those of health come and go unseen between records. */
export function noHoldFromNowhere(sight: Sight): string | null {
  const { book, decision } = sight;
  if (book.evictions > 0) return null;
  for (const shown of decision.holds) {
    if (shown.hold === 'hard_stop' || shown.hold === 'soft_suspend') continue;
    const raised = book.stops.holds.some(
      (hold) =>
        hold.kind === shown.hold &&
        sameTarget(shown, hold) &&
        hold.refused === (shown.refused ?? false) &&
        levelName(hold) === shown.level &&
        standsHere(sight, hold),
    );
    if (!raised) return `${shown.hold} on the ${shown.level} was never raised or was released`;
  }
  return null;
}

/** A release lifts what it may lift, on its level and below. */
export function releasesRelease(sight: Sight): string | null {
  const { record, decision, place } = sight;
  if (record.type !== 'operator') return null;
  const lifted = RELEASES[record.action];
  if (lifted === undefined) return null;
  const reached = (hold: HoldView) =>
    place.level.session === null ||
    hold.level === 'thread' ||
    (hold.level === 'session' && place.level.thread === null);
  const left = decision.holds.find((hold) => lifted.includes(hold.hold) && reached(hold));
  if (left === undefined) return null;
  return `${left.hold} still stands on the ${left.level} after ${record.action}`;
}

/** The core's notes about holds and envelopes are true. */
export function refusalsAreNoted(sight: Sight): string | null {
  const { record, decision } = sight;
  const signalOnKillSwitch =
    record.type === 'signal' && record.change === 'lift' && record.hold === 'kill_switch';
  if (signalOnKillSwitch && !notes(sight, 'NOTHING_TO_LIFT')) {
    return 'a signal lifted the kill switch, or nobody was told that it did not';
  }
  const degraded = decision.holds.some(
    ({ hold }) => hold === 'soft_suspend' || hold === 'hard_stop',
  );
  if (degraded !== sight.named.includes('HEALTH_DEGRADED')) {
    return `HEALTH_DEGRADED is ${degraded ? 'missing' : 'named without a hold of health'}`;
  }
  return null;
}

function standsHere({ place }: Sight, hold: TrackedHold): boolean {
  return covers(hold, { session: place.sessionName, thread: place.threadName });
}

function sameTarget(shown: HoldView, hold: TrackedHold): boolean {
  return (shown.target ?? null) === hold.target;
}

function levelName(level: Level): string {
  if (level.session === null) return 'agent';
  return level.thread === null ? 'session' : 'thread';
}

const TOOL_HOLDS: readonly HoldKind[] = ['compaction'];

function scopeOf(hold: TrackedHold): HoldView['scope'] {
  if (hold.kind === 'approval') return hold.target === '*' ? 'tools' : 'action';
  return TOOL_HOLDS.includes(hold.kind) ? 'tools' : 'all';
}

/** Decision 27: whether a scope covers what the record asks for. */
function binds(
  { record }: Sight,
  scope: HoldView['scope'],
  target: string | undefined,
  grace: HoldView['grace'],
): boolean {
  // Within its grace a hold lets model calls and what saves pass, and what is said without a tool.
  if (scope === 'all') return grace === undefined || !maySave(record);
  if (record.type !== 'event' && record.type !== 'admit') return false;
  // Decision 29: the approval that stands for all binds whatever names an action, too.
  if (target === '*' && record.target !== undefined) return true;
  if (scope === 'action') return record.target === target;
  return record.type === 'event' ? record.event.toolCalls > 0 : record.purpose === 'tool';
}

function maySave(record: Sight['record']): boolean {
  if (record.type === 'event') return record.event.toolCalls === 0;
  return record.type === 'admit' && record.purpose !== 'tool';
}

/** Whether anything that stands binds the record. */
export function isHeld(sight: Sight): boolean {
  const { holds, safety } = sight.decision;
  return holds.some(({ scope, target, grace }) => {
    // The last call that was left is counted in its own decision.
    const isUsedUp = grace?.left === 0 && !safety.allowed;
    return binds(sight, scope, target, isUsedUp ? undefined : grace);
  });
}
