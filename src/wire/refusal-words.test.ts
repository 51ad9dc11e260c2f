/** Refusals in words that provoke no client, and that still say what happened. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codecs } from './codec-for-format.ts';
import { clientWords, isProvoking, refusalWords } from './refusal-words.ts';

/** What was measured to make clients repeat or compact, written down apart from the table it tests. */
const forbidden = [
  /429|500|502|503|504|524/,
  /terminated/i,
  /rate.?limit/i,
  /too.?many.?requests/i,
  /overloaded/i,
  /unavailable/i,
  /(?:server|internal).?error/i,
  /time.?out|timed.?out/i,
  /re?try.?your.?request|retry/i,
  /exhausted/i,
  /(?:network|connection).?error/i,
  /token|exceed|context|too.?long|length|limit|quota|billing|credit.?balance/i,
];
const planted = [
  ...'429,500,502,503,504,524,15030,1700000500123,$500.50,0x503,02,5,0'.split(','),
  ...'terminated,Rate limit,rate_limit,RATE-LIMITED,too many requests,overloaded'.split(','),
  ...'Unavailable,server error,internal_error,timeout,timed out,retry your request'.split(','),
  ...'try again,resource exhausted,network error,connection error,tokens,max_tokens'.split(','),
  ...'exceeds,context window,too long,length,unlimited,credit balance,billing,quota'.split(','),
  ...'to\u{212a}en,５０３,ﬁ,\u{d850},\u0000,",\\,\n'.split(','),
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...planted), fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 12,
  })
  .chain((parts) => fc.constantFrom('', ' ', '_').map((glue) => parts.join(glue)));

function provocationIn(text: string): string | undefined {
  const seen = [text, text.toLowerCase(), text.normalize('NFKC')];
  return forbidden.find((pattern) => seen.some((one) => pattern.test(one)))?.source;
}

describe('whatever the reason, the name and the remedy say', () => {
  test('the words are harmless', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(provocationIn(clientWords(text))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test('the whole body of a refusal and the ending of a stream are harmless, in every format', () => {
    const refusals = fc.record({ agent: texts, kind: texts, reason: texts, remedy: texts });
    fc.assert(
      fc.property(refusals, fc.boolean(), (refusal, named) => {
        const about = named ? `${refusal.reason} ${refusal.agent}` : refusal.reason;
        const told = { ...refusal, reason: about, remedy: `Run: tripwire resume ${refusal.agent}` };
        for (const codec of codecs) {
          const { body, headers } = codec.refusal(told);
          expect(provocationIn(body.toString())).toBeUndefined();
          expect(provocationIn(codec.ending(told)?.toString() ?? '')).toBeUndefined();
          // A header that Node refuses to send would be no refusal at all.
          for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('every planted text is one that the check sees, alone or in company', () => {
    const seen = planted.filter((text) => provocationIn(text) !== undefined);
    expect(seen.length).toBeGreaterThan(30);
    for (const text of seen) expect(isProvoking(text), text).toBe(true);
  });
});

describe('the meaning stays', () => {
  test('harmless words stay as they are', () => {
    const text = 'the fifth identical call gained nothing; 52123 since 10:41 (by "detector")';
    expect(clientWords(text)).toBe(text);
  });

  test.each([
    [
      '52000 tokens with this call, the budget is 50000',
      '52000 units with this call, the budget is 50k',
    ],
    ['spend cap of $500 reached', 'spend cap of $0.5k reached'],
    ['1500000 of 2000000', '1.5M of 2000000'],
    ['since 1763200500123', 'since …'],
    ['429 calls', '… calls'],
    ['a5031f and 12.500 and 3,504', 'a…f and 12.… and 3,…'],
    [
      'RATE_LIMIT_EXCEEDED: 61 tool calls, the limit is 60',
      'pace_overrun: 61 tool calls, the cap is 60',
    ],
    ['half a letter \u{d850}, 2 to\u{212a}ens', 'half a letter \u{fffd}, 2 units'],
    ['was terminated by the kill switch', 'was ended by the kill switch'],
    ['do not retry; it retries without limit', 'do not repeat; it repeats without cap'],
  ])('%s', (text, words) => {
    expect(clientWords(text)).toBe(words);
  });

  test('who, why and what to do', () => {
    const refusal = {
      agent: 'crawler',
      kind: 'kill_switch',
      reason: 'it loops.',
      remedy: 'Run: tripwire resume crawler',
    };
    expect(refusalWords(refusal)).toBe(
      'Agent "crawler" is stopped (kill_switch): it loops. Run: tripwire resume crawler',
    );
    expect(refusalWords({ ...refusal, reason: '' })).toBe(
      'Agent "crawler" is stopped (kill_switch). Run: tripwire resume crawler',
    );
  });

  test('a name that would provoke is not said', () => {
    const refusal = {
      agent: 'agent-503',
      kind: 'manual',
      reason: 'agent-503 loops',
      remedy: 'Run: tripwire resume agent-503',
    };
    expect(refusalWords(refusal)).toBe(
      'This agent is stopped (manual): this agent loops. Run: tripwire resume NAME',
    );
    expect(refusalWords({ ...refusal, agent: '' })).toBe(
      'This agent is stopped (manual): agent-… loops. Run: tripwire agents',
    );
  });

  test('a very long reason is cut', () => {
    const refusal = { agent: 'a', kind: 'manual', reason: 'x'.repeat(100_000), remedy: 'Ask.' };
    expect(refusalWords(refusal).length).toBeLessThan(1_000);
  });
});

test('a remedy that cannot be said whole becomes one that can', () => {
  const remedy = 'Run: tripwire resume crawler --session 0de-503-a';
  const words = refusalWords({ agent: 'crawler', kind: 'kill_switch', reason: 'a loop', remedy });
  expect(words).toBe(
    'Agent "crawler" is stopped (kill_switch): a loop. Run: tripwire status crawler',
  );
  const whole = {
    agent: 'crawler',
    kind: 'manual',
    reason: 'x',
    remedy: 'Run: tripwire resume crawler',
  };
  expect(refusalWords(whole)).toContain('Run: tripwire resume crawler');
});
