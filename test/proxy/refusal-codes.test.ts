/**
 * What a refused client is told: every code, word and number unchanged for programs, and no text by which a client would
 * ask again or compact.
 */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { fieldsOf } from '../../src/base/json-values.ts';
import type { KillSwitch } from '../../src/core/index.ts';
import type { RunningProxy } from '../kit/running-proxy.ts';
import { CLIENT_HEURISTICS, provokedBy } from '../wire/client-heuristics.ts';
import { askChat, askGemini, askMessages, askResponse, type PlainAsk } from './plain-ask.ts';
import { startedProxy } from './started-proxy.ts';

type Ask = (running: RunningProxy, ask?: PlainAsk) => Promise<Response>;
const formats: readonly (readonly [string, Ask, number])[] = [
  ['messages', askMessages, 402],
  ['chat', askChat, 400],
  ['responses', (running) => askResponse(running), 400],
  ['gemini', (running) => askGemini(running), 403],
];

/** A token budget that nothing fits into: its reason is full of what clients look for. */
const budgets = { tokensPerDay: 1 };
const answers = () => ({ text: 'In the attic: 500 tokens exceed the context limit.' });

async function refusedBy(ask: Ask, killSwitch: Partial<KillSwitch> = {}) {
  const running = await startedProxy(answers, killSwitch, { limits: { budgets } });
  const answer = await ask(running);
  const raw = await answer.text();
  expect(running.provider.requests).toHaveLength(0);
  return { answer, raw, error: fieldsOf(fieldsOf(JSON.parse(raw))['error']) };
}

describe.each(formats)('in the format of %s', (_, ask, status) => {
  verifies('T8', 'codes and numbers of a refusal arrive as they are', async () => {
    const { answer, error } = await refusedBy(ask);
    expect(answer.status).toBe(status);
    const { code, agent, reason, remedy } = fieldsOf(error['tripwire']);
    expect({ code, agent }).toEqual({ code: 'budget_spent', agent: 'sam' });
    expect(reason).toContain('(BUDGET_SPENT: 0 tokens spent and reserved');
    expect(reason).toContain('1 tokens is what the agent has for a day (UTC)');
    expect(remedy).toContain('A person raises the budget');
    expect(answer.headers.get('x-tripwire-reason')).toBe('budget_spent');
    expect(decodeURIComponent(answer.headers.get('x-tripwire-why') ?? '')).toBe(reason);
  });

  verifies('T8', 'and provoke no client to ask again or to compact', async () => {
    const { answer, raw, error } = await refusedBy(ask);
    expect(provokedBy(String(error['message']), raw)).toEqual([]);
    expect(answer.headers.get('x-should-retry')).toBe('false');
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(error['message']).toBe(
      'Agent "sam" was refused a request (budget_spent). A person raises the budget, or waits: ' +
        'a new day begins at midnight UTC. Run: tripwire status sam',
    );
    // What is looked for would be there, had it not been written as escapes.
    const { reason } = fieldsOf(error['tripwire']);
    expect(provokedBy(String(reason), String(reason))).not.toEqual([]);
  });

  test('a message in the name of the model says all of it in words', async () => {
    const { answer, raw } = await refusedBy(ask, { refusal: 'message' });
    expect(answer.status).toBe(200);
    expect(raw).toContain('1 tokens is what the agent has for a day (UTC)');
  });

  test('an answer of the provider passes as it is, whatever its words', async () => {
    const running = await startedProxy(answers);
    const answer = await ask(running);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('500 tokens exceed the context limit');
  });
});

test('every client of the list looks for something that a plain refusal would say', () => {
  const plain =
    'TOKEN_BUDGET_EXCEEDED: 52500 tokens, exceeds the limit; rate limit, quota, prompt is too long, context length';
  const provoked = provokedBy(plain, plain).join('\n');
  for (const { client } of CLIENT_HEURISTICS) expect(provoked).toContain(client);
});
