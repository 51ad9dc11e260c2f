/** Data flows one way through the pipeline, and what comes back comes back as a record. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { event, judge, looping, result } from '../../test/kit/records.ts';
import { corePipeline } from '../../test/tidy/rules.ts';
import { type AgentEventSource, type AgentRecord, DecisionRun, FROZEN_V0_2 } from './index.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Every file of the core that a file imports, directly or through others. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  const text = readFileSync(`${folder}${file}`, 'utf8');
  for (const [statement, from = ''] of text.matchAll(/^import[^;]*? from '(\.[^']+)';/gms)) {
    const name = posix.join(posix.dirname(file), from);
    const isOutside = name.startsWith('../');
    if (statement.startsWith('import type') || isOutside || seen.has(name)) continue;
    seen.add(name);
    reach(name, seen);
  }
  return seen;
}

describe('one direction', () => {
  verifies('T2', 'no module of the pipeline reaches a later one, not even through others', () => {
    const files = readdirSync(folder);
    for (const [index, stage] of corePipeline.entries()) {
      expect(files).toContain(`${stage}.ts`);
      const reached = reach(`${stage}.ts`);
      for (const later of corePipeline.slice(index + 1)) {
        expect(reached, `${stage} must not reach ${later}`).not.toContain(`${later}.ts`);
      }
    }
  });

  verifies('T2', 'a source delivers data, the run judges it, and results feed back', async () => {
    async function* source(): AsyncGenerator<AgentRecord> {
      yield* looping(0, 4);
      yield result(4_000, 'FAILED');
    }
    const events: AgentEventSource = source();
    const run = new DecisionRun(FROZEN_V0_2);
    let health = 1;
    for await (const record of events) health = run.take(record).health;
    expect(health).toBe(0.95);
  });

  verifies('T2', 'activity leads to intent, intent to safety, on one and the same event', () => {
    const { last } = judge(looping(0, 5, 3_000));
    expect([last.activity.mode, last.intent.intent, last.safety.allowed]).toEqual([
      'LOOPING',
      'PAUSE',
      false,
    ]);
    const healthy = judge([event(0)]).last;
    expect([healthy.activity.mode, healthy.intent.intent, healthy.safety.allowed]).toEqual([
      'WORKING',
      'CONTINUE',
      true,
    ]);
  });
});
