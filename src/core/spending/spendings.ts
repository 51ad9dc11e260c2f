/**
 * What a record says was spent, each amount with what was counted for it before.
 *
 * The one place that reads spending out of records: for the ledgers of the core, for teams, and for what is counted
 * again from a journal.
 */
import { endOf } from '../records/call-ending.ts';
import { costOfResult } from '../records/recorded-facts.ts';
import type { AgentRecord } from '../records/records.ts';
import { callAsked } from './budgets.ts';
import { NOTHING, type Spending } from './ledger.ts';

type Settling = Extract<AgentRecord, { type: 'event' | 'result' }>;

/** All of it: what a call that passed reserves, and what an event or a result settles. */
export function spendingsOf(record: AgentRecord, isAllowed: boolean): readonly Spending[] {
  if (record.type === 'event' || record.type === 'result') return settlementsOf(record);
  if (record.type !== 'admit' || !isAllowed || record.reserve === false) return [];
  const call = callAsked(record);
  return call === null ? [] : [{ spent: { ...call, microUsd: call.microUsd ?? 0 }, before: null }];
}

/** What an event or a result says was really spent, each with what was reserved for it. */
export function settlementsOf(record: Settling): readonly Spending[] {
  const tokens = tokensOf(record);
  const end = endOf(record);
  if (end === null) return [tokens];
  const microUsd = costOfResult(end);
  // Nobody knows what it cost: what was reserved for it stays.
  if (microUsd === null) return [tokens];
  const { reserved } = end;
  const before =
    reserved === undefined
      ? null
      : { ...NOTHING, since: reserved.timestamp, microUsd: reserved.costMicroUsd };
  return [tokens, { spent: { ...NOTHING, microUsd }, before }];
}

/** An event, or a result that settles, tells tokens; a result after an event tells them a second time. */
function tokensOf(record: Settling): Spending {
  const { settles } = record;
  const before =
    settles === undefined
      ? null
      : {
          ...NOTHING,
          since: settles.timestamp,
          tokens: settles.reserveTokens ?? settles.tokenCount,
        };
  if (record.type === 'event') {
    return { spent: { ...NOTHING, tokens: record.event.tokenCount }, before };
  }
  const tokens = settles === undefined ? 0 : record.result.tokensUsed;
  return { spent: { ...NOTHING, tokens }, before };
}
