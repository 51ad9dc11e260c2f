import { expect, test } from 'vitest';
import { checkRecord, timestampOf } from '../../core/index.ts';
import { healthyAgent, loopingAgent, runawayAgent } from '../index.ts';
import { scriptedRecords, type AgentScript } from './scripted-agent.ts';

const script: AgentScript = {
  name: 'one',
  about: 'for this test',
  startsAtMs: 1_000,
  acts: [
    {
      kind: 'response',
      afterMs: 500,
      tokenCount: 10,
      toolCalls: 2,
      outputHash: 'aa',
      outcome: { status: 'FAILED', durationMs: 30 },
    },
    { kind: 'intervention', afterMs: 250, action: 'pause', by: 'ada', why: 'lunch' },
  ],
};

test('each act becomes one record at its time, and nothing else', () => {
  expect([...scriptedRecords(script)]).toEqual([
    {
      record: {
        type: 'event',
        agent: 'one',
        event: {
          timestamp: 1_500,
          tokenCount: 10,
          toolCalls: 2,
          latencyMs: 30,
          outputLength: 40,
          outputHash: 'aa',
        },
      },
      outcome: { status: 'FAILED', durationMs: 30 },
    },
    {
      record: {
        type: 'operator',
        agent: 'one',
        timestamp: 1_750,
        action: 'pause',
        by: 'ada',
        why: 'lunch',
      },
      outcome: null,
    },
  ]);
});

test.each([healthyAgent(300_000), loopingAgent(0), runawayAgent(7_000)])(
  'the $name script gives valid records in order of time, the same every time',
  (agent) => {
    const records = [...scriptedRecords(agent)].map(({ record }) => record);
    for (const record of records) checkRecord(record);
    const times = records.map(timestampOf);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect([...scriptedRecords(agent)].map(({ record }) => record)).toEqual(records);
  },
);
