/** Chat completions: content in both forms, calls joined with results, the old function form. */
import { describe, expect, test } from 'vitest';
import { rebuildTranscript } from '../index.ts';

const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

describe('chat completions', () => {
  test('a turn with a tool', () => {
    const messages = [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: 'list it' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [call('c1', 'bash', '{"command":"ls"}')],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a.txt' },
      { role: 'assistant', content: [{ type: 'text', text: 'One file.' }] },
    ];
    expect(rebuildTranscript({ model: 'm', messages })).toEqual([
      { kind: 'prompt', text: 'list it' },
      { kind: 'response', text: 'I look.' },
      { kind: 'tool', tool: 'bash', args: { command: 'ls' }, result: 'a.txt', callId: 'c1' },
      { kind: 'response', text: 'One file.' },
    ]);
  });

  test('parallel calls find their results in any order, and one without a result is no event yet', () => {
    const calls = [
      call('a', 'read', '{"n":1}'),
      call('b', 'read', '{"n":2}'),
      call('c', 'read', '{}'),
    ];
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: 'b', content: 'two' },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
    ];
    expect(rebuildTranscript({ messages }).slice(1)).toEqual([
      { kind: 'tool', tool: 'read', args: { n: 2 }, result: 'two', callId: 'b' },
      { kind: 'tool', tool: 'read', args: { n: 1 }, result: 'one', callId: 'a' },
    ]);
  });

  test('an id that a provider uses again means the later call', () => {
    const turn = (n: number) => [
      { role: 'assistant', content: null, tool_calls: [call('call_0', 'read', `{"n":${n}}`)] },
      { role: 'tool', tool_call_id: 'call_0', content: `${n}` },
    ];
    const interrupted = turn(0).slice(0, 1);
    const events = rebuildTranscript({ messages: [...interrupted, ...turn(1), ...turn(2)] });
    expect(events).toMatchObject([
      { args: { n: 1 }, result: '1' },
      { args: { n: 2 }, result: '2' },
    ]);
  });

  test('a second result of an answered call is no event; one without a call has an unknown tool', () => {
    const messages = [
      { role: 'assistant', content: null, tool_calls: [call('a', 'read', '{}')] },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      { role: 'tool', tool_call_id: 'lost', content: 'found' },
    ];
    expect(rebuildTranscript({ messages })).toEqual([
      { kind: 'tool', tool: 'read', args: {}, result: 'one', callId: 'a' },
      { kind: 'tool', tool: 'unknown', args: {}, result: 'found', callId: 'lost' },
    ]);
  });

  test('arguments that are no JSON stay a text; custom tools take a text', () => {
    const messages = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          call('a', 'bash', '{"command":'),
          { id: 'b', type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'bad' }] },
      { role: 'tool', tool_call_id: 'b', content: 'ok' },
    ];
    expect(rebuildTranscript({ messages })).toMatchObject([
      { tool: 'bash', args: '{"command":', result: 'bad' },
      { tool: 'patch', args: '*** Begin', result: 'ok' },
    ]);
  });

  test('the function form without ids is joined by name', () => {
    const messages = [
      { role: 'assistant', content: null, function_call: { name: 'now', arguments: '{}' } },
      { role: 'function', name: 'now', content: '12' },
    ];
    expect(rebuildTranscript({ messages })).toEqual([
      { kind: 'tool', tool: 'now', args: {}, result: '12' },
    ]);
  });

  test('a picture is a mark that tells it from another, never its data', () => {
    const picture = (data: string) => ({
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      ],
    });
    const text = (data: string) => JSON.stringify(rebuildTranscript({ messages: [picture(data)] }));
    expect(text('AAAA'.repeat(5_000))).toMatch(/see\\n\[image [0-9a-f]{16}\]/);
    expect(text('AAAA')).not.toContain('AAAA');
    expect(text('AAAA')).toBe(text('AAAA'));
    expect(text('AAAA')).not.toBe(text('AAAB'));
  });
});
