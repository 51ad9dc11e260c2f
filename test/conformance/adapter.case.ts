/**
 * The compatibility kit: the same scenarios for every adapter, through its real SDK.
 *
 * A scenario that an adapter declares impossible is not played; it is listed with the reason, here and in
 * docs/adapters.md.
 */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { ABILITIES, type Ability } from '../../src/adapters/index.ts';
import type { AdapterHarness } from './adapter-harness.ts';
import { play } from './adapter-stage.ts';
import { SCENARIOS } from './scenarios.ts';

const TIMEOUT_MS = 20_000;

/** Plays every scenario with an adapter. */
export function describeAdapter(name: string, harness: AdapterHarness): void {
  const { capabilities, timeoutMs = TIMEOUT_MS } = harness;
  const abilities = Object.keys(ABILITIES) as Ability[];
  const denied = abilities.filter((ability) => !capabilities[ability]);
  const [possible = [], impossible = []] = [true, false].map((isPossible) =>
    SCENARIOS.filter(({ needs }) => needs.every((one) => capabilities[one]) === isPossible),
  );
  describe(`adapter ${name}`, () => {
    for (const scenario of possible) {
      const cited = [...new Set(['G14', 'G15', ...scenario.rows] as const)];
      const played = () => scenario.play((scene) => play(harness, scene));
      verifies(cited, scenario.title, played, timeoutMs);
    }

    for (const { title, needs } of impossible) {
      const reasons = needs.flatMap((ability) => capabilities.cannot[ability] ?? []);
      test(title, ({ skip }) => skip(reasons.join(' ')));
    }

    verifies('G15', 'says why of everything that it cannot do, and of nothing else', () => {
      expect(Object.keys(capabilities.cannot).toSorted()).toEqual(denied.toSorted());
      for (const reason of Object.values(capabilities.cannot)) expect(reason).toMatch(/\w+ \w+ /);
    });
  });
}
