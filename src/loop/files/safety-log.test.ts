/** safety_log.json: its shape, its length, and what happens to a damaged one. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { LoopProject } from '../../../test/loop/loop-project.ts';
import { appendToLog, type SafetyEvent } from './safety-log.ts';

const event = (count: number): SafetyEvent => ({
  timestamp: '2026-02-28T15:30:00.000Z',
  type: 'SOFT_LOOP',
  details: { signature: 'Edit(file=a.py)', count },
  action_taken: 'continued_monitoring',
});

describe('the safety log', () => {
  verifies(
    'L13',
    'timestamp, type, details and action of each event, in the words of the safety rules',
    async () => {
      const project = new LoopProject({ 'package.json': '{"scripts":{"test":"x"}}' });
      for (let count = 0; count < 3; count += 1)
        await project.call('Grep', { pattern: 'x' }, 'none');
      await project.edit('src/a.ts');
      await project.stop();
      await project.send('usage', { contextTokens: 174_000, model: null });
      await project.send('session-start', { source: 'clear', model: null });
      const text = JSON.parse(project.read('safety_log.json')) as unknown;
      const time = expect.stringMatching(/^2026-02-28T15:30:\d\d\.\d{3}Z$/) as string;
      expect(text).toEqual({
        events: [
          {
            timestamp: time,
            type: 'SOFT_LOOP',
            details: {
              signature: expect.stringMatching(/^Grep\(\.\.\.\)#/) as string,
              count: 3,
              session: 's1',
            },
            action_taken: 'continued_monitoring',
          },
          {
            timestamp: time,
            type: 'DIRTY_BIT_VIOLATION',
            details: { code_modified: true, tests_run: false, command: 'npm test', session: 's1' },
            action_taken: 'injected_test_prompt',
          },
          {
            timestamp: time,
            type: 'COMPACTION_GATE',
            details: { context_pct: 87, threshold: 85, session: 's1' },
            action_taken: 'blocked_tool_calls',
          },
          {
            timestamp: time,
            type: 'COMPACTION_GATE',
            details: { context_pct: 87, session: 's1' },
            action_taken: 'restarted_session',
          },
        ],
      });
    },
  );

  verifies('L13', 'the last thousand events', () => {
    const full = appendToLog(
      null,
      Array.from({ length: 1_000 }, (_, index) => event(index)),
    );
    const { events } = JSON.parse(appendToLog(full, [event(1_000)]) ?? '') as {
      events: SafetyEvent[];
    };
    expect(events).toHaveLength(1_000);
    expect(events[0]?.details['count']).toBe(1);
    expect(events.at(-1)?.details['count']).toBe(1_000);
  });

  test('a damaged log is kept aside and a new one begun', async () => {
    const project = new LoopProject({ '.geometry/safety_log.json': '{"events": [' });
    project.write('.geometry/STOP', '');
    await project.call('Read', { file_path: 'a.ts' });
    expect(project.logged()).toEqual([
      'LOG_REPLACED/kept_broken_log',
      'MANUAL_OVERRIDE/stopped_session',
    ]);
    expect(project.read('safety_log.json.broken')).toBe('{"events": [');
  });
});
