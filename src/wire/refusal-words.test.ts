/** Refusals in words that provoke no client, with every code and number unchanged for programs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codecs } from './codec-for-format.ts';
import { isProvoking } from './provocations.ts';
import { quietJson } from './quiet-json.ts';
import { messageWords, refusalDetails, refusalWords } from './refusal-words.ts';

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
  test('quiet JSON has no provocation in its bytes, and says the very same', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const written = quietJson({ text });
        expect(provocationIn(written)).toBeUndefined();
        expect(JSON.parse(written)).toEqual({ text });
      }),
      { numRuns: 2_000 },
    );
  });

  test('what is not provoking is written as JSON always is', () => {
    const harmless = { text: 'the fifth "identical" call, 52123 \n é', count: 3 };
    expect(quietJson(harmless)).toBe(JSON.stringify(harmless));
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
          const { agent, kind: code, reason, remedy } = told;
          const parsed = JSON.parse(body.toString()) as { readonly error: object };
          expect(parsed.error).toMatchObject({ tripwire: { agent, code, reason, remedy } });
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

describe('the sentence', () => {
  const stopped = { agent: 'crawler', kind: 'kill_switch', remedy: 'Run: tripwire resume crawler' };
  const said = (reason: string) => refusalWords({ ...stopped, reason });
  const around = (why: string) =>
    `Agent "crawler" is stopped (kill_switch)${why}. Run: tripwire resume crawler`;

  test.each([
    ['the fifth call gained nothing; 52123 since 10:41 (by "detector")', undefined],
    ['Called `ls` 5 times. (Score 10.4, limit 10; 1723 tokens ago.)', ': Called `ls` 5 times'],
    ['Ran it. score 12 exceeds 10; so it was stopped.', ': Ran it. so it was stopped'],
    [
      'Ran it 5 times. (Score 12, limit 10; last: `ls` (+2.6).) (by ann)',
      ': Ran it 5 times. (by ann)',
    ],
    ['It loops (by ann, since 2026-01-01T10:50:03.500Z)', ': It loops'],
    ['TOKEN_BUDGET_EXCEEDED: 52000 tokens, the budget is 50000', ''],
    ['was terminated by the kill switch', ''],
  ])('%s', (reason, why = `: ${reason}`) => {
    expect(said(reason)).toBe(around(why));
  });

  test('no word, code or number is ever replaced by another', () => {
    const reason = 'RATE_LIMIT_EXCEEDED: 61 calls. It is 1723 tokens. A loop of 3 steps.';
    expect(said(reason)).toBe(around(': A loop of 3 steps'));
  });

  test('a message in the name of the model says all of it', () => {
    const reason = 'TOKEN_BUDGET_EXCEEDED: 52000 tokens, the budget is 50000';
    expect(messageWords({ ...stopped, reason })).toBe(around(`: ${reason}`));
  });
});

describe('the meaning stays', () => {
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
      'This agent is stopped (manual). Run: tripwire agents',
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

test('a page about the stop is named, unless its address reads as an error; programs get it as it is', () => {
  const refusal = { agent: 'crawler', kind: 'manual', reason: 'x', remedy: 'Ask ann' };
  const link = 'http://127.0.0.1:4181/incidents/12%40crawler';
  const linked = { ...refusal, link };
  const words = 'Agent "crawler" is stopped (manual): x. Ask ann';
  expect(refusalWords(linked)).toBe(`${words}. See ${link}`);
  expect(refusalDetails(linked)).toMatchObject({ link });
  const provoking = { ...refusal, link: 'http://127.0.0.1:4181/incidents/503%40crawler' };
  expect(refusalWords(provoking)).toBe(words);
  expect(refusalDetails(provoking)).toMatchObject({ link: provoking.link });
  expect(refusalDetails(refusal)).not.toHaveProperty('link');
});
