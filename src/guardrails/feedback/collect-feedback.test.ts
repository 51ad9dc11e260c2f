/** Collecting feedback: who is asked, what they see, what is stored, and what becomes of a provider that fails. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { GuardedRun, says, speakers } from '../../../test/kit/guarded-run.ts';
import {
  Deadline,
  FeedbackProviderConfig,
  FeedbackTrigger,
  collectFeedback,
  feedbackHistory,
  type FeedbackContext,
  type FeedbackProvider,
} from '../index.ts';

/** As many as are kept. */
const FEEDBACK_KEPT_MAX = 256;

const every = (everyNCalls: number, provider: FeedbackProvider, id?: string) =>
  new FeedbackProviderConfig({
    provider,
    trigger: new FeedbackTrigger({ everyNCalls }),
    ...(id === undefined ? {} : { id }),
  });

afterEach(() => {
  vi.restoreAllMocks();
});

describe('who is asked', () => {
  verifies('G9', 'all whose trigger fires, not only the first', async () => {
    const run = new GuardedRun({
      providers: [every(1, says('A')), every(2, says('B')), every(1, says('C'))],
    });
    expect(await run.call()).toEqual(['A', 'C']);
    expect(await run.call()).toEqual(['A', 'B', 'C']);
  });

  verifies(
    'G9',
    'side by side: one waits for the other and both speak, in the prompt’s order',
    async () => {
      const ready = Promise.withResolvers<null>();
      const waits = says('A', { provide: async () => ({ summary: `${await ready.promise}` }) });
      const frees = says('B', {
        provide: () => {
          ready.resolve(null);
          return { summary: 'freed' };
        },
      });
      const run = new GuardedRun({ providers: [every(1, waits), every(1, frees)] });
      expect(await run.call()).toEqual(['A', 'B']);
    },
  );

  verifies('G9', 'nobody whose shouldRun says no, also when it takes its time', async () => {
    const run = new GuardedRun({
      providers: [
        every(1, says('A', { shouldRun: () => false })),
        every(1, says('B', { shouldRun: () => Promise.resolve(false) })),
        every(1, says('C', { shouldRun: () => Promise.resolve(true) })),
      ],
    });
    expect(await run.call()).toEqual(['C']);
  });

  verifies('G9', 'nobody before its trigger fires: shouldRun is not even asked', async () => {
    const shouldRun = vi.fn<() => boolean>(() => true);
    const run = new GuardedRun({ providers: [every(2, says('A', { shouldRun }))] });
    await run.call();
    expect(shouldRun).not.toHaveBeenCalled();
    await run.call();
    expect(shouldRun).toHaveBeenCalledOnce();
  });

  test('nothing to say is null, with providers and without', async () => {
    expect(await new GuardedRun().collect()).toBeNull();
    expect(await new GuardedRun({ providers: [every(1, says('A'))] }).collect()).toBeNull();
  });
});

describe('what is stored', () => {
  verifies('G9', 'everything that was delivered, with call and prompt', async () => {
    const run = new GuardedRun({ providers: [every(1, says('A')), every(2, says('B'))] });
    await run.calls(2);
    const kept = feedbackHistory(run.session, 'test:main');
    expect(kept.map((one) => [one.providerName, one.callIndex, one.promptName])).toEqual([
      ['A', 1, 'test:main'],
      ['A', 2, 'test:main'],
      ['B', 2, 'test:main'],
    ]);
  });

  test('a reset forgets it and the counts begin anew', async () => {
    const run = new GuardedRun({ providers: [every(2, says('A'))] });
    await run.calls(3);
    run.session.reset();
    expect(feedbackHistory(run.session, 'test:main')).toEqual([]);
    expect(await run.calls(4)).toEqual(['2:A', '4:A']);
  });

  test('a bounded number; the last word of a rare provider stays', async () => {
    const calls = FEEDBACK_KEPT_MAX + 50;
    const run = new GuardedRun({ providers: [every(1, says('A')), every(10, says('Rare'))] });
    await run.calls(10);
    const rare = new GuardedRun({ with: run, providers: [every(1, says('A'))] });
    await rare.calls(calls);
    const kept = feedbackHistory(run.session, 'test:main');
    expect(kept).toHaveLength(FEEDBACK_KEPT_MAX);
    expect(kept.filter((one) => one.providerName === 'Rare').map((one) => one.callIndex)).toEqual([
      10,
    ]);
    expect(kept.at(-1)?.callIndex).toBe(calls + 10);
  });

  test('nothing for a session that went back while a provider was thinking', async () => {
    const asked = Promise.withResolvers<null>();
    const answer = Promise.withResolvers<null>();
    const slow = says('A', {
      provide: async () => {
        asked.resolve(null);
        await answer.promise;
        return { summary: 'of a past that was given up' };
      },
    });
    const run = new GuardedRun({ providers: [every(1, slow)] });
    await run.record();
    const said = run.collect();
    await asked.promise;
    run.session.reset();
    answer.resolve(null);
    expect(await said).toBeNull();
    expect(feedbackHistory(run.session, 'test:main')).toEqual([]);
  });
});

describe('a provider that fails', () => {
  const broken: readonly (readonly [string, Partial<FeedbackProvider>, string])[] = [
    [
      'throws in provide',
      {
        provide: () => {
          throw new Error('no luck');
        },
      },
      'no luck',
    ],
    ['rejects', { provide: () => Promise.reject(new Error('later')) }, 'later'],
    [
      'throws in shouldRun',
      {
        shouldRun: () => {
          throw new Error('unsure');
        },
      },
      'unsure',
    ],
    ['says nothing', { provide: () => ({ summary: ' ' }) }, 'summary is missing or empty'],
    ['returns null', { provide: () => null as never }, 'summary is missing or empty'],
    [
      'returns what cannot be rendered',
      { provide: () => ({ summary: 's', suggestions: [null as never] }) },
      'Feedback provider Bad was skipped',
    ],
    ['never answers', { provide: () => new Promise<never>(() => {}) }, 'no answer within 5 ms'],
  ];

  for (const [name, how, words] of broken) {
    verifies('G9', `${name}: reported and skipped, the others speak`, async () => {
      const run = new GuardedRun({
        providers: [every(1, says('Bad', how)), every(1, says('Good'))],
        providerTimeoutMs: 5,
      });
      expect(await run.call()).toEqual(['Good']);
      expect(run.problems).toMatchObject([{ kind: 'feedback_provider', name: 'Bad' }]);
      expect(run.problems[0]?.message).toContain(words);
      expect(feedbackHistory(run.session, 'test:main')).toHaveLength(1);
    });
  }

  test('keeps its turn, and nothing of what it wrote', async () => {
    const slice = { key: 'test.notes', initial: [] as readonly string[], kind: 'state' } as const;
    let fails = true;
    const provider = says('A', {
      provide: ({ session }) => {
        session.slice(slice).update((notes) => [...notes, fails ? 'failed' : 'kept']);
        if (fails) throw new Error('not now');
        return { summary: 's' };
      },
    });
    const run = new GuardedRun({ providers: [every(2, provider)] });
    expect(await run.calls(2)).toEqual([]);
    fails = false;
    expect(await run.calls(1)).toEqual(['1:A']);
    expect(run.session.slice(slice).get()).toEqual(['kept']);
  });

  test('one whose changes cannot be applied is skipped like one that throws', async () => {
    const slice = { key: 'test.once', initial: 0, kind: 'state' } as const;
    const takes = (name: string) =>
      says(name, {
        provide: ({ session }) => {
          session.slice<number>(slice).update((taken) => {
            if (taken > 0) throw new Error('taken already');
            return 1;
          });
          return { summary: 's' };
        },
      });
    const run = new GuardedRun({ providers: [every(1, takes('A')), every(1, takes('B'))] });
    expect(await run.call()).toEqual(['A']);
    expect(run.problems).toMatchObject([
      { message: 'Feedback provider B was skipped: taken already' },
    ]);
  });

  test('without a reporter, or with one that throws, it becomes a warning of the process', async () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const run = new GuardedRun({
      providers: [every(1, says('A', { provide: () => Promise.reject(new Error('x')) }))],
    });
    await run.record();
    const { session, prompt } = run;
    expect(await collectFeedback({ session, prompt })).toBeNull();
    const report = () => {
      throw new Error('the reporter is broken too');
    };
    expect(await collectFeedback({ session, prompt, report })).toBeNull();
    expect(warned.mock.calls.map(([message]) => message)).toEqual([
      'Feedback provider A was skipped: x',
      'Feedback provider A was skipped: x',
    ]);
  });
});

describe('ids', () => {
  test('are made unique from names, beside those that are given', async () => {
    const run = new GuardedRun({
      providers: [
        every(1, says('A')),
        every(1, says('A')),
        every(1, says('B'), 'A-2'),
        every(1, says('A')),
      ],
    });
    expect(await run.call()).toEqual(['A', 'A-3', 'A-2', 'A-4']);
  });

  test('given twice, or empty, are refused', () => {
    const twice = { providers: [every(1, says('A'), 'x'), every(1, says('B'), 'x')] };
    expect(() => new GuardedRun(twice)).toThrow('"x" belongs to two feedback providers');
    expect(() => every(1, says('A'), ' ')).toThrow('is empty; leave it out or name it');
  });
});

describe('calls that end together', () => {
  verifies('G9', 'the agent is told once', async () => {
    const run = new GuardedRun({ providers: [every(3, says('A'))] });
    for (let call = 0; call < 4; call += 1) await run.record();
    const texts = await Promise.all([run.collect(), run.collect(), run.collect(), run.collect()]);
    expect(texts.flatMap(speakers)).toEqual(['A']);
  });
});

describe('the context', () => {
  /** What the provider sees at each of its turns. */
  const watching = (look: (context: FeedbackContext) => unknown) => {
    const seen: unknown[] = [];
    const provider = says('Eye', {
      provide: (context) => {
        seen.push(look(context));
        return { summary: 'seen' };
      },
    });
    return { seen, provider };
  };

  verifies('G9', 'has session, prompt and deadline', async () => {
    const { seen, provider } = watching(({ session, prompt, deadline }) => [
      session.id,
      prompt.name,
      deadline,
    ]);
    const run = new GuardedRun({ providers: [every(1, provider)] });
    await run.call();
    run.deadline = new Deadline({ expiresAtMs: run.clock.now() + 1, clock: run.clock });
    await run.call();
    expect(seen).toEqual([
      [run.session.id, 'test:main', null],
      [run.session.id, 'test:main', run.deadline],
    ]);
  });

  verifies('G9', 'knows the last feedback, of anybody and of each', async () => {
    const { seen, provider } = watching((context) => [
      context.lastFeedback?.callIndex ?? null,
      context.lastFeedbackForProvider('Eye')?.callIndex ?? null,
      context.lastFeedbackForProvider('B')?.callIndex ?? null,
      context.lastFeedbackForProvider('nobody'),
    ]);
    const run = new GuardedRun({ providers: [every(2, provider), every(3, says('B'))] });
    await run.calls(6);
    expect(seen).toEqual([
      [null, null, null, null],
      [3, 2, 3, null],
      [4, 4, 3, null],
    ]);
  });

  verifies('G9', 'counts calls: all, since anybody spoke, since one did', async () => {
    const { seen, provider } = watching((context) => [
      context.toolCallCount,
      context.toolCallsSinceLastFeedback(),
      context.toolCallsSinceLastFeedbackForProvider('Eye'),
      context.toolCallsSinceLastFeedbackForProvider('B'),
    ]);
    const run = new GuardedRun({ providers: [every(2, provider), every(3, says('B'))] });
    await run.calls(6);
    expect(seen).toEqual([
      [2, 2, 2, 2],
      [4, 1, 2, 1],
      [6, 2, 2, 3],
    ]);
  });

  verifies('G9', 'has the last calls, oldest first', async () => {
    const { seen, provider } = watching((context) =>
      [0, 2, 9].map((n) => context.recentToolCalls(n).map(({ tool }) => tool)),
    );
    const run = new GuardedRun({ providers: [every(3, provider)] });
    for (const tool of ['read', 'edit', 'test']) await run.call(tool);
    expect(seen).toEqual([[[], ['edit', 'test'], ['read', 'edit', 'test']]]);
  });

  verifies('G9', 'is about its own prompt, also when the session serves two', async () => {
    const { seen, provider } = watching((context) => [
      context.toolCallCount,
      context.toolCallsSinceLastFeedback(),
      context.lastFeedback?.promptName ?? null,
      context.recentToolCalls(9).map(({ tool }) => tool),
    ]);
    const one = new GuardedRun({ providers: [every(2, says('A'))] });
    const two = new GuardedRun({ providers: [every(2, provider)], key: 'other', with: one });
    expect(await one.call('one')).toEqual([]);
    expect(await two.call('two')).toEqual([]);
    expect(await one.call('one')).toEqual(['A']);
    expect(await two.call('two')).toEqual(['Eye']);
    expect(seen).toEqual([[2, 2, null, ['two', 'two']]]);
    expect(feedbackHistory(one.session, 'test:main')).toHaveLength(1);
    expect(feedbackHistory(one.session, 'test:other')).toHaveLength(1);
  });
});
