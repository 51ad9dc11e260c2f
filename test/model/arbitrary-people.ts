/**
 * Arbitrary acts of people, policies and the loop, and calls that ask to be let through.
 */
import fc from 'fast-check';
import type { Address } from '../../src/core/records/records.ts';
import { anyAddress, anyWait, around, gentleWait } from './arbitrary-values.ts';
import type { Content, Draft, SettleDraft } from './drafts.ts';

type Drafts = fc.Arbitrary<readonly Draft[]>;

const anyTarget = fc.constantFrom('deploy', 'delete', 'pay', 'mail', '*');
const anyText = fc.constantFrom(
  'because',
  'a reason that is far too long for what a hold keeps of it in its state, so it is cut',
  'quotes " and \\ and \n and ü and 🙂 many times over: """""""""""""" 🙂🙂🙂🙂🙂🙂🙂🙂',
);
const anyone = fc.constantFrom('Ada', 'somebody with a rather long name', 'Jürgen ümlaut 🙂🙂🙂');

const anyGraceMs = fc.constantFrom(1_000, 30_000, 600_000);

/** What a person can do besides configuring. */
const act: fc.Arbitrary<Content> = fc
  .record({
    at: anyAddress,
    action: fc.constantFrom(
      'activate',
      'deactivate',
      'pause',
      'resume',
      'resume',
      'restart',
      'restart',
      'stop-all',
      'resume-all',
    ),
    said: fc.record({ by: anyone, why: anyText }, { requiredKeys: [] }),
    grace: fc.option(fc.record({ calls: fc.integer({ min: 1, max: 3 }), ms: anyGraceMs })),
  })
  .map(({ at, action, said, grace }): Content => {
    const saving = action === 'deactivate' && grace !== null ? { grace } : {};
    return { type: 'operator', ...reachedBy(action, at), action, ...said, ...saving };
  });

/** Health is the session's: a restart names no thread. */
function reachedBy(action: string, { session, ...at }: Address): Address {
  const whole = session === undefined ? {} : { session };
  return action === 'restart' ? whole : { ...at, ...whole };
}

/** An answer to a question for approval. */
const decide: fc.Arbitrary<Content> = fc
  .record({ at: anyAddress, action: fc.constantFrom('grant', 'refuse'), target: anyTarget })
  .map(({ at, action, target }): Content => ({ type: 'operator', ...at, action, target }));

const ownLimit = (...limits: readonly number[]) =>
  fc.oneof(
    fc.constant(null),
    around(...limits).map((limit) => Math.max(1, limit)),
  );

/** A change of the envelope, also one that would loosen it. */
const configure: fc.Arbitrary<Content> = fc
  .record({
    at: fc.record({ thread: fc.constantFrom('main', 't1') }, { requiredKeys: [] }),
    envelope: fc.record(
      {
        maxTokensPerMinute: ownLimit(50_000, 20_000, 1_000_000),
        maxToolCallsPerMinute: ownLimit(60, 10, 240),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ at, envelope }): Content => ({ type: 'operator', ...at, action: 'configure', envelope }));

/** A hold raised or lifted by the loop, a policy or a detector. */
const signal: fc.Arbitrary<Content> = fc
  .record({
    at: anyAddress,
    source: fc.constantFrom('loop', 'policy', 'detector'),
    hold: fc.constantFrom('kill_switch', 'checkpoint', 'blocker', 'compaction', 'approval'),
    change: fc.constantFrom('raise', 'raise', 'lift'),
    details: anyText,
    target: anyTarget,
  })
  .map(({ at, target, ...rest }): Content => {
    const approval = rest.hold === 'approval' ? { target } : {};
    return { type: 'signal', ...at, ...rest, ...approval };
  });

/** Something that raises nothing is written down. */
const note: fc.Arbitrary<Content> = fc
  .record({
    at: anyAddress,
    source: fc.constantFrom('loop', 'policy', 'detector'),
    details: anyText,
  })
  .map(({ at, ...rest }): Content => ({ type: 'signal', ...at, ...rest, change: 'note' }));

/** What a model said of a conversation. */
const opinion: fc.Arbitrary<Content> = fc
  .record({
    at: fc.record({ session: fc.constantFrom('main', 's1') }, { requiredKeys: [] }),
    thread: fc.constantFrom('main', 't1'),
    opinion: fc.constantFrom('progress', 'stuck', 'none'),
    details: anyText,
  })
  .map(({ at, ...rest }): Content => {
    return { type: 'signal', source: 'detector', change: 'opinion', ...at, ...rest };
  });

/** Questions for approval and their answers on one level, so that they meet. */
const approval: fc.Arbitrary<Content> = fc
  .record({
    at: fc.constantFrom({}, {}, { session: 'main' }),
    target: anyTarget,
    what: fc.constantFrom('raise', 'raise', 'raise', 'lift', 'grant', 'refuse'),
  })
  .map(({ at, target, what }): Content => {
    if (what === 'grant' || what === 'refuse') {
      return { type: 'operator', ...at, action: what, target };
    }
    const rest = { source: 'policy', hold: 'approval', change: what, details: 'ask' } as const;
    return { type: 'signal', ...at, ...rest, target };
  });

/** A call that asks to be let through. */
const admit: fc.Arbitrary<Content> = fc
  .record({
    at: anyAddress,
    purpose: fc.constantFrom('step', 'side', 'tool', 'tool', 'save', 'compaction'),
    estimate: fc.record({ tokenCount: around(50_000, 12_500), toolCalls: around(60) }),
    target: fc.record({ target: anyTarget }, { requiredKeys: [] }),
  })
  .map(({ at, purpose, estimate, target }): Content => {
    return { type: 'admit', ...at, purpose, estimate, ...target };
  });

const anyEvent: fc.Arbitrary<Content> = fc
  .record({
    at: anyAddress,
    tokenCount: around(50_000, 5_000),
    toolCalls: around(60),
    latencyMs: fc.constantFrom(0, 1.5, 2_000),
    target: fc.record({ target: anyTarget }, { requiredKeys: [] }),
  })
  .map(({ at, tokenCount, toolCalls, latencyMs, target }): Content => {
    const event = { tokenCount, toolCalls, latencyMs, outputLength: 1, outputHash: 'same' };
    return { type: 'event', ...at, event, ...target };
  });

const anyResult: fc.Arbitrary<Content> = fc
  .record({
    at: anyAddress,
    status: fc.constantFrom('SUCCESS', 'PARTIAL', 'FAILED', 'BLOCKED'),
    tokensUsed: around(50_000, 5_000),
  })
  .map(({ at, status, tokensUsed }): Content => {
    const result = { executed: status !== 'BLOCKED', status, tokensUsed, latencyMs: 1 };
    return { type: 'result', ...at, result };
  });

const anySettling: fc.Arbitrary<SettleDraft> = fc.record({
  back: fc.nat(3),
  off: fc.constantFrom(0, 0, 0, -1, 1, 1_000),
  late: fc.constantFrom(0, 0, 0, 1, -1_000, 1_000, -60_000, 60_000),
});

/** One record of any kind, after any wait. */
export const anySingle: Drafts = fc
  .record({
    wait: anyWait,
    content: fc.oneof(
      act,
      decide,
      configure,
      signal,
      note,
      opinion,
      approval,
      admit,
      anyEvent,
      anyResult,
    ),
  })
  .map((draft) => [draft]);

/** Calls that are let through and settled by what really came of them. */
export const callsBurst: Drafts = fc.array(
  fc
    .record({
      wait: gentleWait,
      content: fc.oneof(admit, anyEvent, anyResult),
      settles: fc.option(anySettling, { nil: undefined }),
    })
    .map(({ wait, content, settles }): Draft => {
      return settles === undefined ? { wait, content } : { wait, content, settles };
    }),
  { minLength: 2, maxLength: 8 },
);

/** People and policies at work: approvals asked for, granted, refused, lapsed. */
export const peopleBurst: Drafts = fc.array(
  fc.record({
    wait: gentleWait,
    content: fc.oneof(act, decide, signal, approval, approval, admit),
  }),
  { minLength: 2, maxLength: 8 },
);

/** A session that fails until it is suspended or stopped, time to recover, and a person's help. */
export const sufferingBurst: Drafts = fc
  .record({
    at: anyAddress,
    failures: fc.integer({ min: 4, max: 10 }),
    minutes: fc.integer({ min: 0, max: 16 }),
    off: fc.constantFrom(-1, 0, 1),
    other: anyAddress,
    help: fc.constantFrom('resume', 'restart', 'tick', 'tick'),
  })
  .map(({ at, failures, minutes, off, other, help }) => {
    const result = { executed: true, status: 'FAILED', tokensUsed: 0, latencyMs: 1 } as const;
    const failed: Draft = { wait: 1, content: { type: 'result', ...at, result } };
    const wait = minutes * 60_000 + off;
    const helped: Draft =
      help === 'tick'
        ? { wait, content: { type: 'tick', ...other } }
        : { wait, content: { type: 'operator', ...reachedBy(help, other), action: help } };
    const after: Draft = { wait: 0, content: { type: 'tick', ...at } };
    return [...Array.from({ length: failures }, () => failed), helped, after];
  });

const releases = [
  ['deactivate', 'activate'],
  ['pause', 'resume'],
  ['stop-all', 'resume-all'],
] as const;

/** A person stops somebody, others go on, and the person lets go again. */
export const stoppingBurst: Drafts = fc
  .record({
    at: anyAddress,
    pair: fc.constantFrom(...releases),
    between: fc.array(fc.record({ wait: gentleWait, content: fc.oneof(admit, anyEvent) }), {
      maxLength: 2,
    }),
    higher: fc.boolean(),
    wait: gentleWait,
  })
  .map(({ at, pair, between, higher, wait }): readonly Draft[] => [
    { wait, content: { type: 'operator', ...at, action: pair[0] } },
    ...between,
    { wait, content: { type: 'tick', ...at } },
    { wait, content: { type: 'operator', ...(higher ? {} : at), action: pair[1] } },
    { wait: 0, content: { type: 'tick', ...at } },
  ]);

/** A signal raises a hold and it is lifted again, by whoever may or may not lift it. */
export const signallingBurst: Drafts = fc
  .record({
    at: anyAddress,
    hold: fc.constantFrom('kill_switch', 'checkpoint', 'blocker', 'compaction'),
    between: fc.array(fc.record({ wait: gentleWait, content: fc.oneof(admit, anyEvent) }), {
      maxLength: 2,
    }),
    byPerson: fc.boolean(),
    wait: gentleWait,
  })
  .map(({ at, hold, between, byPerson, wait }): readonly Draft[] => {
    const signalled = { type: 'signal', ...at, source: 'loop', hold, details: 'so' } as const;
    const lift: Content = byPerson
      ? { type: 'operator', ...at, action: 'activate' }
      : { ...signalled, change: 'lift' };
    return [
      { wait, content: { ...signalled, change: 'raise' } },
      ...between,
      { wait, content: { type: 'tick', ...at } },
      { wait, content: lift },
      { wait: 0, content: { type: 'tick', ...at } },
    ];
  });
