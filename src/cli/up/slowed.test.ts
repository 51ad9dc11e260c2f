/** A budget that slows an agent under the frozen constitution is explained once; other vetoes are not. */
import { expect, test } from 'vitest';
import { testGate } from '../../../test/kit/test-gate.ts';
import { CODING_V1, FROZEN_V0_2, type Constitution } from '../../core/index.ts';
import { hintWhenSlowed } from './slowed.ts';

/** What is said when an agent asks for so many tokens, twice. */
async function saidAfter(constitution: Constitution, tokens: number): Promise<readonly string[]> {
  const gate = await testGate({ constitution });
  const lines: string[] = [];
  hintWhenSlowed({ gate, constitution }, (line) => lines.push(line));
  const ask = { agent: 'claude', purpose: 'step', estimateTokens: tokens, waitMs: 0 } as const;
  await gate.admit(ask);
  await gate.admit(ask);
  gate.close();
  return lines;
}

test('over the frozen budget: once, with the way out', async () => {
  const lines = await saidAfter(FROZEN_V0_2, 60_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('claude is slowed by its budget');
  expect(lines[0]).toContain('coding-v1');
});

test('within it, or under another constitution: nothing', async () => {
  expect(await saidAfter(FROZEN_V0_2, 1_000)).toEqual([]);
  expect(await saidAfter(CODING_V1, 2_000_000)).toEqual([]);
});
