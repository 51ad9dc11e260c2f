/**
 * What a person's act does: it raises or lifts holds at the level it addresses.
 *
 * Raising stays at that level and so binds everything below it; lifting reaches everything below.
 */
import { present } from '../../base/present.ts';
import type { ConstitutionValues } from '../constitution/constitution.ts';
import { changeEnvelope } from '../constitution/envelope.ts';
import { advanceSession } from '../flow.ts';
import { restartHealth } from '../health.ts';
import { graceFrom } from '../holds/grace.ts';
import type { HoldKind } from '../holds/hold-laws.ts';
import { liftByOperator, raiseHold, refuseApproval } from '../holds/holds.ts';
import { mapHolds, mapSessions } from '../levels.ts';
import type { Place } from '../place.ts';
import { sparedAfter } from '../plan/take-plan.ts';
import type { OperatorAction, OperatorRecord } from '../records/records.ts';
import { withoutLedgers } from '../spending/count-spending.ts';
import { answeredByChange, extendedAfter } from '../spending/extensions.ts';
import { withPeriods } from '../spending/period-ledgers.ts';
import type { AgentState } from '../state.ts';
import { forgetWatched } from './observation.ts';

/** Actions that raise a hold. */
const raising: Readonly<Partial<Record<OperatorAction, HoldKind>>> = Object.freeze({
  deactivate: 'manual',
  pause: 'paused',
  'stop-all': 'stop_all',
});

/** The agent after a person's act, and what to note about it. */
export function takeOperator(
  agent: AgentState,
  record: OperatorRecord,
  place: Place,
  now: number,
  values: ConstitutionValues,
): { readonly agent: AgentState; readonly notes: readonly string[] } {
  const by = record.by ?? 'a person';
  const why = record.why ?? `${record.action} by ${by}`;
  const hold = raising[record.action];
  if (hold !== undefined) {
    const reach = present({ family: record.family, turn: record.turn });
    const raised = { by, ...graceFrom(record.grace, now), hold, since: now, ...reach, why };
    return {
      agent: mapHolds(agent, place, 'here', (holds) => raiseHold(holds, raised)),
      notes: [],
    };
  }
  if (record.action === 'configure') return configure(agent, record, now, values);
  const { action, target, turn } = record;
  // Time passes everywhere first: what fell due before the release must not undo it afterwards.
  const advanced = mapSessions(agent, place, (session) => advanceSession(session, now, values));
  const changed = mapHolds(advanced, place, 'below', (holds) =>
    action === 'refuse' ? refuseApproval(holds, target, by, why) : liftByOperator(holds, record),
  );
  const released = extendedAfter(advanced, sparedAfter(advanced, changed), now);
  const notes = changed === advanced ? [`NOTHING_TO_LIFT: ${action} found nothing to act on`] : [];
  // The next prompt ends the stop of a turn, and nobody looked at what led to it.
  if (turn === true) return { agent: released, notes };
  if (action === 'activate') return { agent: forgetWatched(released, place), notes };
  if (action !== 'restart') return { agent: released, notes };
  const restarted = mapSessions(released, place, (session) => restartHealth(session, now, values));
  return { agent: restarted, notes };
}

function configure(
  agent: AgentState,
  record: OperatorRecord,
  now: number,
  values: ConstitutionValues,
): { readonly agent: AgentState; readonly notes: readonly string[] } {
  const outcome = changeEnvelope(agent.envelope, record.envelope ?? {}, values);
  if (outcome.kind === 'changed') {
    const changed = { ...agent, envelope: outcome.envelope };
    const configured =
      record.envelope?.budgets === undefined
        ? changed
        : answeredByChange(changed, agent.envelope.budgets);
    const endsCounting =
      agent.envelope.budgets !== undefined && outcome.envelope.budgets === undefined;
    if (endsCounting) return { agent: withoutLedgers(configured), notes: [] };
    if (record.spent === undefined) return { agent: withPeriods(configured), notes: [] };
    const { since = now, tokens, calls, microUsd, ...found } = record.spent;
    const begins = agent.envelope.budgets === undefined;
    // Without a time, from now on: what is under way was reserved nowhere, so nothing of it is taken back.
    const ledger = begins ? { ledger: { since, tokens, calls, microUsd } } : {};
    return { agent: withPeriods({ ...configured, ...ledger }, found), notes: [] };
  }
  const wanted = record.envelope?.[outcome.field];
  const why = `${outcome.field} ${wanted} is looser than the constitution's ${outcome.bound}`;
  return { agent, notes: [`ENVELOPE_REFUSED: ${why}; nothing was changed`] };
}
