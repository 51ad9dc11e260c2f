/** The two providers that come along: a fixed note, and the time that is left. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { GuardedRun } from '../../../test/kit/guarded-run.ts';
import {
  Deadline,
  DeadlineFeedback,
  FeedbackContext,
  FeedbackProviderConfig,
  FeedbackTrigger,
  FileCreatedTrigger,
  MemoryFilesystem,
  StaticFeedbackProvider,
  type DeadlineFeedbackOptions,
} from '../index.ts';

/** What is said so long after the start with so much left. */
function said(takenSeconds: number, leftSeconds: number, options?: DeadlineFeedbackOptions) {
  const { clock, session, prompt } = new GuardedRun();
  const startedAtMs = clock.now();
  const expiresAtMs = startedAtMs + (takenSeconds + leftSeconds) * 1000;
  const deadline = new Deadline({ startedAtMs, expiresAtMs, clock });
  clock.pass(takenSeconds);
  return new DeadlineFeedback(options).provide(new FeedbackContext({ session, prompt, deadline }));
}

describe('DeadlineFeedback', () => {
  verifies('G10', 'says how long it took and how much is left, rounded down', () => {
    const cases = [
      [0, 600, '0 seconds', '10 minutes'],
      [1, 599, '1 second', '9 minutes'],
      [59.9, 3599.9, '59 seconds', '59 minutes'],
      [60, 3600, '1 minute', '1 hour'],
      [300, 180, '5 minutes', '3 minutes'],
      [3600, 5400, '1 hour', '1.5 hours'],
      [36_000, 7199, '10 hours', '1.9 hours'],
    ] as const;
    for (const [taken, left, took, remain] of cases) {
      expect(said(taken, left)).toEqual({
        summary: `The work so far took ${took}. You have ${remain} remaining.`,
      });
    }
  });

  verifies('G10', 'from the threshold on it is a warning with what to do', () => {
    const cases = [
      [121, undefined, 'info'],
      [120, undefined, 'warning'],
      [1, undefined, 'warning'],
      [60, { warningThresholdSeconds: 30 }, 'info'],
      [30, { warningThresholdSeconds: 30 }, 'warning'],
      [1, { warningThresholdSeconds: 0 }, 'info'],
    ] as const;
    for (const [left, options, severity] of cases) {
      const draft = said(10, left, options);
      expect([left, draft.severity ?? 'info']).toEqual([left, severity]);
      expect(draft.suggestions ?? []).toHaveLength(severity === 'warning' ? 2 : 0);
    }
    expect(said(300, 100).suggestions?.[0]).toBe('Prioritize completing critical remaining work.');
  });

  verifies('G10', 'at the deadline it says that the time is up', () => {
    expect(said(60, 0)).toEqual({
      summary: 'The work took 1 minute. The deadline is reached.',
      suggestions: ['Wrap up at once.'],
      severity: 'warning',
    });
  });

  verifies(
    'G10',
    'speaks every 30 seconds while there is a deadline, and never without',
    async () => {
      const run = new GuardedRun({
        providers: [
          new FeedbackProviderConfig({
            provider: new DeadlineFeedback(),
            trigger: new FeedbackTrigger({ everyNSeconds: 30 }),
          }),
        ],
      });
      run.clock.pass(40);
      expect(await run.call()).toEqual([]);
      run.deadline = new Deadline({ expiresAtMs: run.clock.now() + 100_000, clock: run.clock });
      expect(await run.call()).toEqual(['Deadline']);
      run.clock.pass(29);
      expect(await run.call()).toEqual([]);
      run.clock.pass(1);
      await run.record();
      expect(await run.collect()).toBe(
        [
          "<feedback provider='Deadline'>",
          'The work so far took 30 seconds. You have 1 minute remaining.',
          '',
          '-> Prioritize completing critical remaining work.',
          '-> Sum up what is done and what remains.',
          '</feedback>',
        ].join('\n'),
      );
    },
  );

  test('asked without a deadline after all, it refuses', () => {
    const { session, prompt } = new GuardedRun();
    const context = new FeedbackContext({ session, prompt });
    expect(() => new DeadlineFeedback().provide(context)).toThrow('deadline is not set');
  });

  test.each([-1, Number.NaN, Infinity])(
    'a threshold of %d is refused',
    (warningThresholdSeconds) => {
      expect(() => new DeadlineFeedback({ warningThresholdSeconds })).toThrow(
        'must be a number of seconds from 0',
      );
    },
  );
});

describe('StaticFeedbackProvider', () => {
  verifies('G10', 'says its message once the file is there', async () => {
    const feedback = 'AGENTS.md detected. Follow the conventions defined within.';
    const filesystem = new MemoryFilesystem();
    const run = new GuardedRun({
      filesystem,
      providers: [
        new FeedbackProviderConfig({
          provider: new StaticFeedbackProvider({ feedback }),
          trigger: new FeedbackTrigger({
            onFileCreated: new FileCreatedTrigger({ filename: 'AGENTS.md' }),
          }),
        }),
      ],
    });
    expect(await run.call()).toEqual([]);
    await filesystem.write('AGENTS.md', '');
    await run.record();
    expect(await run.collect()).toBe(`<feedback provider='Static'>\n${feedback}\n</feedback>`);
    expect(await run.call()).toEqual([]);
  });

  test('an empty message is refused', () => {
    expect(() => new StaticFeedbackProvider({ feedback: ' ' })).toThrow('give the message');
  });
});
