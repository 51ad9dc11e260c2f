import { describe, expect, it } from 'vitest';
import {
  calling,
  looker,
  named,
  stranger,
  words,
  type Looked,
} from '../../../test/proxy/thread-looker.ts';
import type { HeaderPairs } from '../../base/header-pairs.ts';

const locating = () => looker(named);

const user = (content: unknown) => ({ role: 'user', content });
const said = (content: unknown) => ({ role: 'assistant', content });
const use = (id: string, file: string) =>
  said([{ type: 'tool_use', id, name: 'read', input: { file } }]);
const result = (id: string, content: string) =>
  user([{ type: 'tool_result', tool_use_id: id, content }]);
const body = (...messages: readonly unknown[]) => ({
  model: 'm',
  max_tokens: 99,
  system: 'S',
  messages,
});
const kinds = ({ events }: Looked) => events.map(({ kind }) => kind);

describe('a conversation that grows', () => {
  it('gives each prompt and each result once, and no words that were read as an answer', async () => {
    const look = locating();
    const first = await look(body(user('go')));
    expect(first).toMatchObject({
      thread: 'main',
      change: 'first',
      purpose: 'step',
      isRetry: false,
    });
    expect(kinds(first)).toEqual(['prompt']);
    first.commit();
    first.answered(true, calling('x'));
    const history = [
      user('go'),
      said([{ type: 'text', text: 'I read.' }]),
      use('c0', 'x'),
      result('c0', 'R'),
    ];
    const second = await look(body(...history));
    expect(second.change).toBe('grown');
    expect(second.events).toMatchObject([
      { kind: 'tool', tool: 'read', args: { file: 'x' }, result: 'R' },
    ]);
    second.commit();
    second.answered(true, words);
    const third = await look(body(...history, said('done'), user('thanks')));
    expect(third.events).toEqual([{ kind: 'prompt', text: 'thanks' }]);
  });

  it('reads the words of an answer in the history when nobody read them as they came', async () => {
    const look = locating();
    const first = await look(body(user('go')));
    first.commit();
    first.answered(true, null);
    expect(kinds(await look(body(user('go'), said('done'), user('more'))))).toEqual([
      'response',
      'prompt',
    ]);
  });

  it('counts the bytes beyond the last body and remembers how long the answer was', async () => {
    const look = locating();
    const start = body(user('go'));
    const first = await look(start);
    expect(first.newBytes).toBe(JSON.stringify(start).length);
    expect(first.usualOutputTokens).toBeNull();
    first.commit();
    first.answered(true, words);
    const more = body(user('go'), said('done'), user('x'.repeat(100)));
    const second = await look(more);
    expect(second.newBytes).toBe(JSON.stringify(more).length - JSON.stringify(start).length);
    expect(second.usualOutputTokens).toBe(10);
    second.commit();
    expect((await look(start)).newBytes).toBe(0);
  });
});

describe('what was not let through', () => {
  it('is not remembered: sent again it is as new as before', async () => {
    const look = locating();
    const refused = await look(body(user('go')));
    const again = await look(body(user('go')));
    expect(JSON.stringify(again)).toBe(JSON.stringify(refused));
    again.commit();
    again.answered(true, calling('x'));
    const grown = body(user('go'), use('c0', 'x'), result('c0', 'R'));
    expect(kinds(await look(grown))).toEqual(['tool']);
    expect(kinds(await look(grown))).toEqual(['tool']);
  });
});

describe('the same request again', () => {
  const same = body(user('go'));

  it('is a retry when the last one failed, and adds nothing', async () => {
    const look = locating();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const one = await look(same);
      expect(one.isRetry).toBe(attempt > 0);
      expect(kinds(one)).toEqual(attempt === 0 ? ['prompt'] : []);
      one.commit();
      one.answered(false, null);
    }
  });

  it('is a repetition when the last one was answered', async () => {
    const look = locating();
    for (let time = 0; time < 3; time += 1) {
      const one = await look(same);
      expect(one.isRetry).toBe(false);
      expect(one.events).toEqual([{ kind: 'prompt', text: 'go' }]);
      one.commit();
      one.answered(true, words);
    }
  });

  it('shows the calls of the answer whose results never came', async () => {
    const look = locating();
    const one = await look(same);
    one.commit();
    one.answered(true, calling('x', 'y'));
    expect((await look(same)).events).toMatchObject([
      { kind: 'tool', tool: 'read', args: { file: 'x' }, result: '' },
      { kind: 'tool', tool: 'read', args: { file: 'y' }, result: '' },
      { kind: 'prompt', text: 'go' },
    ]);
  });

  it('believes a client that counts its attempts, as long as it counts on', async () => {
    const look = locating();
    const attempt = async (retryCount: number) => {
      const one = await look(same, { client: { ...named, retryCount } });
      one.commit();
      one.answered(true, words);
      return one.isRetry;
    };
    const found: boolean[] = [];
    for (const count of [0, 1, 2, 2, 2, 0, 1]) found.push(await attempt(count));
    expect(found).toEqual([false, true, true, false, false, false, true]);
  });

  it('is not mistaken for a retry while the first is still under way', async () => {
    const look = locating();
    (await look(same)).commit();
    expect(await look(same)).toMatchObject({ isRetry: false, events: [{ kind: 'prompt' }] });
  });

  it('is seen when a client starts over', async () => {
    const look = locating();
    for (const messages of [[user('go')], [user('go'), said('ok'), user('more')]]) {
      const one = await look(body(...messages));
      one.commit();
      one.answered(true, words);
    }
    expect(await look(same)).toMatchObject({
      change: 'older',
      events: [{ kind: 'prompt', text: 'go' }],
    });
  });
});

describe('a conversation that began before we looked', () => {
  it('counts its newest turn alone, so that nothing is judged twice after a restart', async () => {
    const turns = Array.from({ length: 9 }, (_, n) => [
      use(`c${n}`, 'x'),
      result(`c${n}`, `R${n}`),
    ]);
    const look = locating();
    const met = await look(body(user('go'), ...turns.flat()));
    expect(met.change).toBe('first');
    expect(met.events).toMatchObject([{ kind: 'tool', result: 'R8' }]);
    met.commit();
    met.answered(true, calling('x'));
    const next = body(user('go'), ...turns.flat(), use('n', 'x'), result('n', 'new'));
    expect((await look(next)).events).toMatchObject([{ kind: 'tool', result: 'new' }]);
  });

  it('holds in every format', async () => {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'f', arguments: '{}' },
    });
    const chat = {
      messages: [
        { role: 'system', content: 'S' },
        user('go'),
        { role: 'assistant', tool_calls: [call('1')] },
        { role: 'tool', tool_call_id: '1', content: 'R1' },
        { role: 'assistant', tool_calls: [call('2')] },
        { role: 'tool', tool_call_id: '2', content: 'R2' },
      ],
    };
    const responses = {
      input: [
        user('go'),
        { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: '1', output: 'R1' },
        { type: 'reasoning', summary: [] },
        { type: 'function_call', call_id: '2', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: '2', output: 'R2' },
      ],
    };
    const turn = (output: string) => [
      { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output } } }] },
    ];
    const contents = [{ role: 'user', parts: [{ text: 'go' }] }, ...turn('R1'), ...turn('R2')];
    for (const [path, whole] of [
      ['/v1/chat/completions', chat],
      ['/v1/responses', responses],
      ['/v1beta/models/m:generateContent', { contents }],
      ['/v1internal:generateContent', { request: { contents } }],
    ] as const) {
      const { events } = await locating()(whole, { path });
      expect(events, path).toHaveLength(1);
      expect(JSON.stringify(events), path).toContain('R2');
    }
  });
});

describe('side requests', () => {
  const title = { ...body(user('Hello')), system: 'You are a title generator. Be short.' };
  const compaction = body(
    user('go'),
    use('c0', 'x'),
    result('c0', 'R'),
    user('CRITICAL: Respond with TEXT ONLY. Summarise.'),
  );

  it('add nothing and are not remembered', async () => {
    const look = locating();
    (await look(body(user('go')))).commit();
    const side = await look(title);
    expect(side).toMatchObject({ isSide: true, sideKind: 'title', purpose: 'side', events: [] });
    side.commit();
    side.answered(true, words);
    expect((await look(body(user('go')))).change).toBe('same');
    expect(await look(compaction)).toMatchObject({ purpose: 'compaction', isSide: true });
    expect((await look(body(user('go')), { path: '/v1/messages/count_tokens' })).purpose).toBe(
      'side',
    );
  });

  it('believe a header only with a fitting body', async () => {
    const look = locating();
    const headers: HeaderPairs = [['X-Codex-Turn-Metadata', '{"request_kind":"compaction"}']];
    const path = '/v1/responses';
    expect((await look({ input: 'go' }, { headers, path })).isSide).toBe(true);
    const tools = [{ type: 'function', name: 'f' }];
    expect((await look({ input: 'go', tools }, { headers, path })).isSide).toBe(false);
  });

  it('become steps when their answers keep calling tools', async () => {
    const look = locating();
    for (let time = 0; time < 2; time += 1) {
      const side = await look(compaction);
      expect(side.isSide).toBe(true);
      side.answered(true, calling('x'));
    }
    const caught = await look(compaction);
    expect(caught).toMatchObject({ isSide: false, purpose: 'step', sideKind: 'compaction' });
    expect(caught.events.length).toBeGreaterThan(0);
    caught.commit();
    expect((await look(compaction)).isSide).toBe(false);
    (await look(body(user('go')))).commit();
    expect((await look(compaction)).isSide).toBe(true);
  });
});

describe('whatever comes in', () => {
  it('is a step of a thread, also what cannot be read', async () => {
    const look = locating();
    const odd: readonly unknown[] = [
      undefined,
      null,
      7,
      'x',
      [],
      {},
      { messages: 'x' },
      { messages: [null, 3] },
    ];
    for (const one of odd) {
      for (const client of [named, stranger]) {
        const found = await look(one, { client, path: '/v1/anything' });
        expect(found.purpose).toBe('step');
        expect(found.thread).not.toBe('');
        found.commit();
        found.answered(true, null);
      }
    }
    expect((await look(undefined)).change).toBe('unreadable');
  });

  it('that is no conversation leaves the thread as it was', async () => {
    const look = locating();
    const first = await look(body(user('go')));
    first.commit();
    first.answered(true, words);
    const models = await look(undefined, { path: '/v1/models' });
    models.commit();
    models.answered(true, null);
    const next = await look(body(user('go'), said('done'), user('more')));
    expect(next).toMatchObject({ change: 'grown', usualOutputTokens: 10 });
    expect(next.events).toEqual([{ kind: 'prompt', text: 'more' }]);
  });

  it('changes no prototype', async () => {
    const look = locating();
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"messages":[{"role":"user","content":"hi","__proto__":{"polluted":1}},{"role":"assistant","content":"a"},{"role":"user","content":"b"}]}';
    const one = await look(JSON.parse(text), { headers: [['__proto__', 'x']] });
    one.commit();
    one.answered(true, {
      toolCalls: [
        {
          tool: '__proto__',
          args: JSON.parse('{"__proto__":1}'),
          canonicalArgs: '{"__proto__":1}',
        },
      ],
      outputTokens: 1,
    });
    expect((await look(JSON.parse(text))).events).toMatchObject([
      { tool: '__proto__' },
      { text: 'b' },
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
