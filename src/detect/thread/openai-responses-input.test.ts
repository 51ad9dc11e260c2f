/** Responses: items in order, outputs as text, parts or JSON, tools the provider runs, compaction items. */
import { describe, expect, test } from 'vitest';
import { rebuildTranscript } from '../index.ts';

describe('responses', () => {
  test('a text as input', () => {
    expect(rebuildTranscript({ input: 'go' })).toEqual([{ kind: 'prompt', text: 'go' }]);
  });

  test('a turn with the environment, a tool and a plan the model kept to itself', () => {
    const input = [
      {
        type: 'message',
        role: 'developer',
        content: [{ type: 'input_text', text: 'You are an agent.' }],
      },
      {
        type: 'message',
        role: 'user',
        content: [
          {
            type: 'input_text',
            text: '<environment_context>\n<cwd>/x</cwd>\n</environment_context>',
          },
        ],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'list it' }] },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'function_call', call_id: 'c1', id: 'fc1', name: 'sh', arguments: '{"cmd":"ls"}' },
      { type: 'function_call', call_id: 'c2', id: 'fc2', name: 'sh', arguments: '{"cmd":"pwd"}' },
      { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: '/x' }] },
      { type: 'function_call_output', call_id: 'c1', output: 'a' },
    ];
    expect(rebuildTranscript({ input })).toEqual([
      { kind: 'prompt', text: 'list it' },
      { kind: 'response', text: 'I look.' },
      { kind: 'tool', tool: 'sh', args: { cmd: 'pwd' }, result: '/x', callId: 'c2' },
      { kind: 'tool', tool: 'sh', args: { cmd: 'ls' }, result: 'a', callId: 'c1' },
    ]);
  });

  test('tools with a form of their own', () => {
    const input = [
      { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: '*** Begin' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
      { type: 'local_shell_call', call_id: 'b', action: { command: ['ls'] } },
      { type: 'local_shell_call_output', call_id: 'b', output: { exit_code: 1, stdout: '' } },
      {
        type: 'mcp_call',
        id: 'm',
        name: 'find',
        arguments: '{"q":1}',
        output: null,
        error: 'down',
      },
      { type: 'web_search_call', id: 'w', status: 'completed', action: { query: 'q' } },
    ];
    expect(rebuildTranscript({ input })).toEqual([
      { kind: 'tool', tool: 'apply_patch', args: '*** Begin', result: 'ok', callId: 'a' },
      {
        kind: 'tool',
        tool: 'local_shell',
        args: { command: ['ls'] },
        result: '{"exit_code":1,"stdout":""}',
        callId: 'b',
      },
      {
        kind: 'tool',
        tool: 'find',
        args: { q: 1 },
        result: 'down',
        isError: true,
        error: 'down',
        callId: 'm',
      },
      { kind: 'tool', tool: 'web_search', args: { query: 'q' }, result: '', callId: 'w' },
    ]);
  });

  test('a compacted conversation shows the compaction', () => {
    const input = [
      { role: 'user', content: 'go' },
      { type: 'compaction', encrypted_content: 'xyz' },
      { role: 'user', content: 'Another language model started to solve this problem and …' },
    ];
    expect(rebuildTranscript({ input })).toEqual([
      { kind: 'prompt', text: 'go' },
      { kind: 'compaction' },
      { kind: 'compaction' },
    ]);
  });
});
