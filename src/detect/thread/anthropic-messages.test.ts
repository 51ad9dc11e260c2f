/** Anthropic messages: blocks, results in the user's role, the client's notes, the provider's own tools. */
import { describe, expect, test } from 'vitest';
import { rebuildTranscript } from '../index.ts';

describe('Anthropic messages', () => {
  test('a turn with notes, a tool and a cache marker', () => {
    const body = {
      model: 'm',
      system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: '<system-reminder>\nToday is Monday.\n</system-reminder>' },
            { type: 'text', text: 'list it', cache_control: { type: 'ephemeral' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 's' },
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
            { type: 'tool_use', id: 't2', name: 'Read', input: { path: 'x' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't2', content: 'no such file', is_error: true },
            {
              tool_use_id: 't1',
              type: 'tool_result',
              content: [{ type: 'text', text: 'a' }],
              is_error: false,
            },
            { type: 'text', text: '<system-reminder>The plan is empty.</system-reminder>' },
          ],
        },
        { role: 'assistant', content: 'Done.' },
      ],
    };
    expect(rebuildTranscript(body)).toEqual([
      { kind: 'prompt', text: 'list it' },
      { kind: 'response', text: 'I look.' },
      {
        kind: 'tool',
        tool: 'Read',
        args: { path: 'x' },
        result: 'no such file',
        isError: true,
        callId: 't2',
      },
      {
        kind: 'tool',
        tool: 'Bash',
        args: { command: 'ls' },
        result: 'a',
        isError: false,
        callId: 't1',
      },
      { kind: 'response', text: 'Done.' },
    ]);
  });

  test('what a person says beside results is a prompt', () => {
    const messages = [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Bash', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a' },
          { type: 'text', text: 'stop that' },
          { type: 'image', source: { type: 'base64', data: 'iVBO' } },
        ],
      },
    ];
    expect(rebuildTranscript({ messages })).toEqual([
      { kind: 'tool', tool: 'Bash', args: {}, result: '', callId: 'a' },
      {
        kind: 'prompt',
        text: expect.stringMatching(/^stop that\n\[image [0-9a-f]{16}\]$/) as unknown,
      },
    ]);
  });

  test("the provider's own tools and a compaction block", () => {
    const content = [
      { type: 'compaction', content: 'So far: nothing.' },
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: [{ type: 'search_result', title: 'T' }],
      },
      { type: 'text', text: 'Found.' },
    ];
    expect(rebuildTranscript({ messages: [{ role: 'assistant', content }] })).toEqual([
      { kind: 'compaction' },
      { kind: 'tool', tool: 'web_search', args: { query: 'q' }, result: 'T', callId: 's' },
      { kind: 'response', text: 'Found.' },
    ]);
  });
});
