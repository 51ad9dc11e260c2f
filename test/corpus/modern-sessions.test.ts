/**
 * The core's own loop and tempo rules on healthy sessions of current coding agents: none is vetoed.
 *
 * The corpus stands beside the repository where there is one; without it the made-up session below
 * has to do.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { DecisionRun, CODING_V1, type EventRecord } from '../../src/core/index.ts';
import { textExchangeHash, toolExchangeHash, type ToolEvent } from '../../src/detect/index.ts';
import { readCorpus, type CorpusThread } from '../../src/transcripts/index.ts';

const file = fileURLToPath(
  new URL('../../../shared/corpus/trajectories/modern_sessions_specstory.jsonl', import.meta.url),
);
/** Where a session has no times, responses come at this pace. */
const PACE_MS = 4_000;

/** One record for each response: all calls of one moment are one beat. */
function beats(thread: CorpusThread): EventRecord[] {
  const records: EventRecord[] = [];
  let calls: ToolEvent[] = [];
  let clock = 0;
  const flush = () => {
    const [first] = calls;
    if (first === undefined) return;
    clock = Math.max(clock, first.atMs ?? clock + PACE_MS);
    records.push(beat(clock, toolExchangeHash(calls), calls.length));
    calls = [];
  };
  let input = '';
  for (const event of thread.events) {
    if (event.kind === 'tool') {
      if (calls[0]?.atMs !== event.atMs || event.atMs === undefined) flush();
      calls.push(event);
      continue;
    }
    flush();
    if (event.kind === 'prompt') input = event.text;
    if (event.kind === 'response') {
      clock += PACE_MS;
      records.push(beat(clock, textExchangeHash(input, event.text), 0));
    }
  }
  flush();
  return records;
}

function beat(timestamp: number, outputHash: string, toolCalls: number): EventRecord {
  const event = { timestamp, tokenCount: 0, toolCalls, latencyMs: 0, outputLength: 0, outputHash };
  return { type: 'event', event };
}

function alarms(thread: CorpusThread): string[] {
  const run = new DecisionRun(CODING_V1);
  return beats(thread).flatMap((record) => {
    const { reason } = run.take(record).safety;
    return /LOOP_DETECTED|RUNAWAY_DETECTED/.exec(reason)?.[0] ?? [];
  });
}

const session = (result: (index: number) => string): CorpusThread => ({
  id: 's',
  origins: [],
  events: Array.from({ length: 60 }, (_, index) => ({
    kind: 'tool' as const,
    tool: 'Bash',
    args: { command: 'npm test' },
    result: result(index),
    atMs: index * 5_000,
  })),
});

describe('the exchange hash and the tempo', () => {
  verifies('T3', 'the same call with a new outcome is no loop, with the same one it is', () => {
    expect(alarms(session((index) => `${index} passed`))).toEqual([]);
    expect(alarms(session(() => 'same'))).toContain('LOOP_DETECTED');
  });

  test.runIf(existsSync(file))('no healthy session of the corpus is vetoed', async () => {
    let threads = 0;
    const refuse = ({ problem }: { readonly problem: string }) => {
      throw new Error(problem);
    };
    for await (const run of readCorpus([file], refuse)) {
      for (const thread of run.threads) {
        threads += 1;
        expect(alarms(thread), run.id).toEqual([]);
      }
    }
    expect(threads).toBeGreaterThan(70);
  });
});
