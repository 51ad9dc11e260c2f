/** The rules as a pure function: what it gives to the gate, and that it changes nothing it was given. */
import { expect, test } from 'vitest';
import { QUIET_SURROUNDINGS } from '../../../test/kit/quiet-surroundings.ts';
import type { LoopEvent } from '../../clients/hook-event.ts';
import { applyRules, DEFAULT_MANIFEST, type HoldSignal, type LoopState } from '../index.ts';
import { readManifest } from '../manifest/read-manifest.ts';

const where = { session: 's', agent: null, atMs: 1_000, cwd: '/p', transcript: null } as const;
const stop: LoopEvent = { ...where, kind: 'stop', isStopHookActive: false, lastMessage: null };
const usage = (contextTokens: number): LoopEvent => ({
  ...where,
  kind: 'usage',
  contextTokens,
  model: null,
});

function frozenState(more: string): LoopState {
  const read = readManifest(`${DEFAULT_MANIFEST}${more}`);
  if (!read.ok) throw new Error(read.message);
  const lists = { holds: [], flights: [], sessions: [], tree: null, manifestProblem: null };
  return Object.freeze({ manifest: Object.freeze(read.manifest), ...lists });
}

/** The signals of events, one after the other; hold files follow the holds. */
function signals(start: LoopState, events: readonly LoopEvent[]): readonly HoldSignal[] {
  const found: HoldSignal[] = [];
  let state = start;
  for (const event of events) {
    const files = state.holds.map(({ kind }) => kind);
    const applied = applyRules(state, event, { ...QUIET_SURROUNDINGS, files });
    state = applied.state;
    found.push(...applied.signals);
  }
  return found;
}

test('holds are raised and lifted once, for the gate to record', () => {
  const tiers = [usage(170_000), usage(180_000), usage(20_000), usage(30_000)];
  expect(signals(frozenState(''), tiers)).toEqual([
    { hold: 'compaction', change: 'raise', details: 'context at 85 %' },
    { hold: 'compaction', change: 'lift', details: 'the context is smaller' },
  ]);
  const almost = frozenState('').manifest;
  const state = { ...frozenState(''), manifest: { ...almost, iterationCount: 99 } };
  expect(signals(state, [stop, stop])).toEqual([
    { hold: 'checkpoint', change: 'raise', details: 'Reached iteration cap: 100/100' },
  ]);
});

test('the same event twice from the same state gives the same', () => {
  const state = frozenState('');
  expect(applyRules(state, stop, QUIET_SURROUNDINGS)).toEqual(
    applyRules(state, stop, QUIET_SURROUNDINGS),
  );
});
