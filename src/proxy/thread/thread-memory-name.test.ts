import { describe, expect, it } from 'vitest';
import { calling, looker, named, stranger, words } from '../../../test/proxy/thread-looker.ts';

/** Of a client that says nothing about itself, unless one is named. */
function locating() {
  const look = looker(stranger);
  return (body: unknown, client = stranger, path = '/v1/messages', agent = 'a') =>
    look(body, { client, path, agent });
}

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

describe('threads', () => {
  it('are the client’s own where it names them', async () => {
    const look = locating();
    (await look(body(user('go')), named)).commit();
    const child = await look(body(user('go')), { ...named, subagent: 'sub' });
    expect(child).toMatchObject({ thread: 'sub', session: 's1', change: 'first' });
    expect((await look(body(user('go')), named, '/v1/messages', 'b')).change).toBe('first');
    expect((await look(body(user('go')), { ...named, session: 's2' })).change).toBe('first');
    expect((await look(body(user('go')), named)).change).toBe('same');
  });

  it('are told apart by how they begin where it does not', async () => {
    const look = locating();
    const one = await look(body(user('task one')));
    one.commit();
    one.answered(true, words);
    const other = await look(body(user('task two')));
    expect(one.thread).toMatch(/^t_[0-9a-f]{16}-[0-9a-f]{16}$/);
    expect(other.thread).not.toBe(one.thread);
    expect(other.change).toBe('first');
    const grown = await look(body(user('task one'), said('ok'), user('go on')));
    expect(grown).toMatchObject({ thread: one.thread, change: 'grown' });
  });

  it('stay the same when a client cuts off the beginning', async () => {
    const look = locating();
    const turns = Array.from({ length: 12 }, (_, n) => [
      use(`c${n}`, `f${n}`),
      result(`c${n}`, `R${n}`),
      said(`step ${n}`),
      user(`and now ${n}`),
    ]).flat();
    const whole = await look(body(user('go'), ...turns.slice(0, 40)));
    whole.commit();
    whole.answered(true, calling('f10'));
    const trimmed = await look(body(...turns.slice(11, 42)));
    expect(trimmed.thread).toBe(whole.thread);
    expect(trimmed.events.filter(({ kind }) => kind === 'tool')).toMatchObject([{ result: 'R10' }]);
  });

  it('stay the same when a summary takes the place of the beginning', async () => {
    const look = locating();
    const first = await look(body(user('task one')));
    first.commit();
    first.answered(true, words);
    const summary = 'This session is being continued from a previous conversation. It was long.';
    const after = await look(body(user(summary)));
    expect(after.thread).toBe(first.thread);
    expect(after.events[0]).toEqual({ kind: 'compaction' });
    expect((await look({ ...body(user(summary)), system: 'another' })).thread).not.toBe(
      first.thread,
    );
  });

  it('go on from an answer that the provider keeps', async () => {
    const look = locating();
    const path = '/v1/responses';
    const first = await look({ model: 'm', input: 'go' }, stranger, path);
    first.commit();
    first.answered(true, calling('x'));
    const input = [{ type: 'function_call_output', call_id: 'c0', output: 'R' }];
    const next = await look({ model: 'm', previous_response_id: 'resp_1', input }, stranger, path);
    expect(next.thread).toBe(first.thread);
    expect(next.events).toMatchObject([
      { kind: 'tool', tool: 'read', args: { file: 'x' }, result: 'R' },
    ]);
  });
});
