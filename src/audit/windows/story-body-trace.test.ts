/** The mapping to StoryBodyTrace, on patient zero. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { storyBodyTrace, type AuditWindow } from '../index.ts';

const file = join(import.meta.dirname, '../../../fixtures/patient_zero_autoloop16_v0.1.1.json');
const { windows } = JSON.parse(readFileSync(file, 'utf8')) as { windows: readonly AuditWindow[] };

verifies('A12', 'every field of the mapping, and the weather of every step', () => {
  const [, , veto] = windows;
  if (veto === undefined) throw new Error('the fixture has three windows');
  const story = storyBodyTrace(veto, { flags: 2_047 });
  expect(story.body).toEqual({ body_kind: 'rsi_loop', body_id: 'loop_000002' });
  expect(story.metrics.beta1_trace).toEqual({
    values: veto.metrics.beta1,
    corridor_min: 0.7,
    corridor_max: 1.2,
  });
  expect(story.metrics.energy_ledger).toEqual({
    E_ext_acute: veto.metrics.E_ext_acute,
    E_ext_systemic: veto.metrics.E_ext_systemic,
  });
  expect(story.metrics.heartbeat).toEqual({
    kind: 'digital_heartbeat',
    pulse_repertoire_ms: 3_000,
  });
  expect(story.governance.trust_slice_version).toBe('v0.1.1');
  expect(Object.values(story.governance.predicates_satisfied).every(Boolean)).toBe(true);
  const [flow, chapel, fog, gap] = ['bright_flow', 'chapel', 'fog', 'void'];
  expect(story.consent_weather.state).toEqual([
    flow,
    flow,
    flow,
    flow,
    fog,
    flow,
    flow,
    chapel,
    fog,
    fog,
    flow,
    gap,
    flow,
    flow,
    fog,
    fog,
  ]);
  expect(story.consent_weather.pillars).toEqual([{ step: 7, chapel_length: 1 }]);
});

verifies('A12', 'consent over a gap, and a stance that is none, are void and not bright', () => {
  const [good] = windows;
  if (good === undefined) throw new Error('the fixture has three windows');
  const { rest_mask: rest, stance } = good.governance;
  const governance = {
    ...good.governance,
    rest_mask: rest.with(0, 'SILENT'),
    stance: stance.with(1, 'SILENT'),
  };
  const { state } = storyBodyTrace({ ...good, governance }, { flags: 2_045 }).consent_weather;
  expect(state.slice(0, 2)).toEqual(['void', 'void']);
  expect(
    storyBodyTrace(good, { flags: 2_045 }).governance.predicates_satisfied.beta1_jerk_within_bound,
  ).toBe(false);
});
