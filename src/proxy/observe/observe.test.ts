/** What the two detectors make of a proxy's observations: repeated work is stopped, healthy work is not. */
import { describe, expect, it } from 'vitest';
import { looker } from '../../../test/proxy/thread-looker.ts';
import { clientFacts } from '../../clients/client-headers.ts';
import {
  DIGESTS_MAX,
  FROZEN_V0_2,
  DecisionRun,
  checkRecord,
  type Observation,
} from '../../core/index.ts';
import { digestEvent, initialJudge, judgeEvent } from '../../detect/index.ts';
import { conversationOf, type MadeToolCall } from '../../wire/index.ts';
import { ThreadMemory } from '../thread/thread-memory.ts';
import { exchangeHashOf, observeRequest, observeResponse } from './observe.ts';

interface Said {
  readonly text: string;
  readonly toolCalls: readonly MadeToolCall[];
}

const say = (text: string): Said => ({ text, toolCalls: [] });
const call = (id: string, file: string): Said => ({
  text: '',
  toolCalls: [
    { callId: id, tool: 'read_file', args: { file }, canonicalArgs: JSON.stringify({ file }) },
  ],
});
const user = (content: unknown) => ({ role: 'user', content });
const body = (messages: readonly unknown[]) => ({ model: 'm', system: 'S', messages });

/** Plays requests with their answers and says on which one the progress score stops, and what was hashed. */
function play(turns: readonly (readonly [readonly unknown[], Said | 'failed'])[], everyMs = 1_000) {
  const memory = new ThreadMemory();
  let judge = initialJudge();
  let stoppedAt: number | null = null;
  const hashes: (string | null)[] = [];
  const observations: Observation[] = [];
  for (const [index, [messages, answer]] of turns.entries()) {
    const asked = body(messages);
    const conversation = conversationOf(asked, '/v1/messages');
    const inThread = memory.locate({
      route: { agent: 'a' },
      client: clientFacts([], asked),
      conversation,
      sideKind: null,
      weighedBytes: JSON.stringify(asked).length,
      onlyReads: false,
    });
    const atMs = 1_000_000 + index * everyMs;
    const seen = [observeRequest(inThread, conversation, atMs)];
    const turn = memory.begin(inThread);
    if (answer === 'failed') turn.answered(false, null);
    else {
      hashes.push(exchangeHashOf(inThread, answer));
      seen.push(observeResponse(answer, atMs));
      turn.answered(true, { ...answer, outputTokens: 1 });
    }
    for (const one of seen) {
      if (one === undefined) continue;
      observations.push(one);
      for (const digest of one.digests ?? []) {
        const judged = judgeEvent(judge, digest);
        judge = judged.state;
        if (judged.verdict.level === 'stop') stoppedAt ??= index + 1;
      }
    }
  }
  return { stoppedAt, hashes, observations };
}

function times<Turn>(count: number, turn: (index: number) => Turn): readonly Turn[] {
  return Array.from({ length: count }, (_, index) => turn(index));
}

describe('K5: what repeats prompt, response and calls together', () => {
  it('is stopped without tools, at the fifth answer', () => {
    const { stoppedAt, hashes } = play(
      times(8, () => [[user('What is the state?')], say('Nothing to do.')]),
    );
    expect(stoppedAt).toBe(5);
    expect(new Set(hashes).size).toBe(1);
  });

  it('is stopped with tools whose results never come back', () => {
    const { stoppedAt, hashes } = play(
      times(9, () => [[user('Read the file.')], call('c', 'a.txt')]),
    );
    expect(stoppedAt).toBe(6);
    expect(new Set(hashes.slice(1)).size).toBe(1);
  });

  it('is stopped in a conversation that grows by the same call and result', () => {
    const turns = times(9, (count) => {
      const history = times(count, (n) => [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `c${n}`, name: 'read_file', input: { file: 'a' } }],
        },
        user([{ type: 'tool_result', tool_use_id: `c${n}`, content: 'the same text' }]),
      ]);
      return [[user('Go'), ...history.flat()], call(`c${count}`, 'a')] as const;
    });
    const { stoppedAt, hashes } = play(turns);
    expect(stoppedAt).toBe(6);
    expect(new Set(hashes.slice(1)).size).toBe(1);
  });

  it('leaves retries after failures alone', () => {
    const turns = [
      ...times(30, () => [[user('Go')], 'failed'] as const),
      [[user('Go')], say('Done.')] as const,
    ];
    const { stoppedAt, observations } = play(turns);
    expect(stoppedAt).toBeNull();
    expect(observations).toHaveLength(2);
  });

  it('leaves the same question with ever new answers alone', () => {
    const turns = times(
      20,
      (n) => [[user('Next?')], say(`Item ${'abcdefghijklmnopqrst'[n]}: ${words(n)}`)] as const,
    );
    expect(play(turns).stoppedAt).toBeNull();
  });

  it('leaves a job that asks the same once in ten minutes alone', () => {
    const turns = times(20, () => [[user('What is the state?')], say('Nothing to do.')] as const);
    expect(play(turns, 600_000).stoppedAt).toBeNull();
  });

  it('leaves work through many files alone', () => {
    const turns = times(25, (count) => {
      const history = times(count, (n) => [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `c${n}`, name: 'read_file', input: { file: `f${n}` } }],
        },
        user([{ type: 'tool_result', tool_use_id: `c${n}`, content: words(n) }]),
      ]);
      return [[user('Go'), ...history.flat()], call(`c${count}`, `f${count}`)] as const;
    });
    const { stoppedAt, hashes } = play(turns);
    expect(stoppedAt).toBeNull();
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

/** Twelve words that no other number has. */
function words(n: number): string {
  return times(12, (at) => `w${(n * 7_919 + at * 104_729).toString(36)}`).join(' ');
}

describe('an observation', () => {
  it('is taken by the core, with as many digests as a record may carry, the newest', () => {
    const many = times(50, (n) => n);
    const messages = [
      user('Go'),
      {
        role: 'assistant',
        content: many.map((n) => ({
          type: 'tool_use',
          id: `c${n}`,
          name: 'f'.repeat(99),
          input: { n },
        })),
      },
      user(many.map((n) => ({ type: 'tool_result', tool_use_id: `c${n}`, content: `R${n}` }))),
    ];
    const toolCalls = many.flatMap((n) => call(`c${n}`, `f${n}`).toolCalls);
    const { observations } = play([[messages, { text: 'x', toolCalls }]]);
    expect(observations).toHaveLength(2);
    expect(observations[0]?.digests).toHaveLength(DIGESTS_MAX);
    const newest = { kind: 'tool', tool: 'f'.repeat(99), args: { n: 49 }, result: 'R49' } as const;
    expect(observations[0]?.digests?.at(-1)).toEqual(digestEvent({ ...newest, atMs: 1_000_000 }));
    expect(observations[1]?.calls).toHaveLength(16);
    expect(observations[1]?.digests, 'words beside calls').toBeUndefined();
    for (const observed of observations) {
      const record = {
        type: 'admit',
        timestamp: 1,
        purpose: 'step',
        agent: 'a',
        call: 'c1',
        observed,
      } as const;
      const estimate = { tokenCount: 1, toolCalls: 0 };
      const checked = checkRecord({ ...record, estimate });
      expect(() => new DecisionRun(FROZEN_V0_2).take(checked)).not.toThrow();
    }
  });

  it('gives the literal score what it counts', () => {
    const { observations } = play(times(2, () => [[user('Read 1')], call('c', 'a')] as const));
    const [ask, answer, askAgain, answerAgain] = observations;
    expect(ask?.prompt).toMatch(/^[0-9a-f]{16}$/);
    expect(askAgain?.prompt).toBe(ask?.prompt);
    expect(answerAgain?.response).toBe(answer?.response);
    expect(answerAgain?.calls).toEqual(answer?.calls);
    expect(answer?.digests).toBeUndefined();
    const other = observeResponse(call('c', 'b'), 1);
    expect(other.calls).not.toEqual(answer?.calls);
  });

  it('is none for side requests and for what cannot be read', async () => {
    const look = looker(clientFacts([], {}));
    const see = async (asked: unknown, path: string) => {
      const inThread = await look(asked, { path });
      const conversation = conversationOf(asked, path);
      return [observeRequest(inThread, conversation, 1), exchangeHashOf(inThread, say('x'))];
    };
    expect(await see(body([user('hi')]), '/v1/messages/count_tokens')).toEqual([undefined, null]);
    expect((await see({ odd: true }, '/v1/anything'))[0]).toBeUndefined();
  });

  it('is bounded work for an endless answer', () => {
    const observed = observeResponse(say('lorem ipsum dolor '.repeat(1_000_000)), 1);
    expect(observed.digests).toHaveLength(1);
    expect(JSON.stringify(observed).length).toBeLessThan(2_000);
  });
});

describe('the hash of an exchange', () => {
  const step = { isSide: false, isRetry: false };
  const tool = (text: string) => ({ kind: 'tool', tool: 't', args: {}, result: text }) as const;

  it('tells the same words after another input apart', () => {
    const one = exchangeHashOf(
      { ...step, events: [{ kind: 'prompt', text: words(1) }] },
      say('Done.'),
    );
    const two = exchangeHashOf(
      { ...step, events: [{ kind: 'prompt', text: words(2) }] },
      say('Done.'),
    );
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(two).not.toBe(one);
  });

  it('tells the same call after another outcome apart', () => {
    const after = (text: string) =>
      exchangeHashOf({ ...step, events: [tool(text)] }, call('c', 'a'));
    expect(after('1')).toMatch(/^[0-9a-f]{64}$/);
    expect(after('1')).toBe(after('1'));
    expect(after('2')).not.toBe(after('1'));
  });

  it('is none where nothing was said, and for a retry', () => {
    expect(exchangeHashOf({ ...step, events: [] }, say(' '))).toBeNull();
    expect(exchangeHashOf({ ...step, isRetry: true, events: [] }, say('x'))).toBeNull();
  });
});
