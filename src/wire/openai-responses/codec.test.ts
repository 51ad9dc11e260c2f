/** The responses codec: what every codec must do, and what only this format has. */
import { describe, expect, test } from 'vitest';
import { presentChecks } from '../../../test/wire/codec-conformance.ts';
import {
  added,
  args,
  argsDone,
  call,
  done,
  end,
  frame,
  message,
  openaiResponsesUnderTest,
  say,
} from '../../../test/wire/samples/openai-responses.ts';
import { SseSplitter } from '../sse-frames.ts';
import { openaiResponsesCodec } from './codec.ts';

describe('what every codec must do', () => {
  for (const { name, run } of presentChecks(openaiResponsesUnderTest)) test(name, run);
});

function read(frames: readonly string[]) {
  const reader = openaiResponsesCodec.follow();
  const taken = new SseSplitter()
    .push(Buffer.from(frames.join('')))
    .map((one) => reader.take(one).completes);
  const completing = [...taken, reader.end().completes].map((calls) =>
    calls.map(({ callId, tool, canonicalArgs }) => `${callId ?? '-'} ${tool} ${canonicalArgs}`),
  );
  return { completing, facts: reader.facts() };
}
const completing = (frames: readonly string[]) => read(frames).completing;

describe('which event completes a call', () => {
  test('whichever comes first: the arguments, the item or the response', () => {
    const whole = call(1, 'a', '{"x":1}');
    const all = [
      added(0, call(1, 'a')),
      argsDone(0, 'fc_1', '{"x":1}'),
      done(0, whole),
      end([whole]),
    ];
    expect(completing(all)).toEqual([[], ['c1 a {"x":1}'], [], [], []]);
    expect(completing([done(0, whole), end([whole])])).toEqual([['c1 a {"x":1}'], [], []]);
    expect(completing([end([whole])])).toEqual([['c1 a {"x":1}'], []]);
    expect(completing([end([whole], 'incomplete')])).toEqual([['c1 a {"x":1}'], []]);
    expect(completing([added(0, whole)])).toEqual([[], ['c1 a {"x":1}']]);
  });

  test('other arguments than were told make it wait again', () => {
    const frames = [
      added(0, call(1, 'a')),
      argsDone(0, 'fc_1', '{}'),
      done(0, call(1, 'a', '{"x":1}')),
      args(0, 'fc_1', 'x'),
      end([call(1, 'a', '{"x":1}')]),
    ];
    expect(completing(frames)).toEqual([
      [],
      ['c1 a {}'],
      ['c1 a {"x":1}'],
      [],
      ['c1 a {"x":1}'],
      [],
    ]);
    const renamed = [argsDone(0, 'fc_1', '{}'), done(0, call(1, 'rm', '{}'))];
    expect(completing(renamed).flat()).toEqual(['fc_1 function {}', 'c1 rm {}']);
    expect(read(renamed).facts.toolCalls).toHaveLength(1);
  });

  test.each([
    [
      { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: '*** Begin' },
      'patch',
      '"*** Begin"',
    ],
    [
      { type: 'local_shell_call', call_id: 'c', action: { command: ['ls'] } },
      'local_shell',
      '{"command":["ls"]}',
    ],
    [
      {
        type: 'shell_call',
        call_id: 'c',
        environment: { type: 'local' },
        action: { commands: [] },
      },
      'shell',
      '{"commands":[]}',
    ],
    [
      { type: 'apply_patch_call', call_id: 'c', operation: { path: 'a' } },
      'apply_patch',
      '{"path":"a"}',
    ],
    [
      { type: 'computer_call', call_id: 'c', actions: [{ type: 'wait' }] },
      'computer',
      '[{"type":"wait"}]',
    ],
    [
      { type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: {} },
      'tool_search',
      '{}',
    ],
    [{ type: 'mcp_approval_request', id: 'c', name: 'drop', arguments: '{}' }, 'drop', '{}'],
    [{ type: 'holodeck_call', call_id: 'c', input: 'x' }, 'holodeck', '"x"'],
  ])('the client runs %j', (item, tool, canonical) => {
    expect(completing([added(0, item), done(0, item)])).toEqual([
      [],
      [`c ${tool} ${canonical}`],
      [],
    ]);
    const { toolCalls } = openaiResponsesCodec.readResponse({ output: [item] });
    expect(toolCalls).toMatchObject([{ callId: 'c', tool, canonicalArgs: canonical }]);
  });

  test.each([
    { type: 'web_search_call', id: 'c' },
    { type: 'file_search_call', id: 'c', queries: ['x'] },
    { type: 'code_interpreter_call', id: 'c', code: 'x' },
    { type: 'image_generation_call', id: 'c', result: 'aGk=' },
    { type: 'mcp_call', id: 'c', name: 'drop', arguments: '{}' },
    { type: 'tool_search_call', call_id: 'c', execution: 'server' },
    { type: 'shell_call', call_id: 'c', environment: { type: 'container_reference' } },
  ])('the provider runs %j', (item) => {
    const { completing: told, facts } = read([added(0, item), done(0, item), end([item])]);
    expect(told.flat()).toEqual([]);
    expect(facts.toolCalls).toHaveLength(1);
  });

  test('the first event that shows what a tool without arguments in pieces will do', () => {
    const shell = { type: 'shell_call', call_id: 'c', action: { commands: ['ls', 'pwd'] } };
    const command = (what: string, command_index: number) =>
      frame(`response.shell_call_command.${what}`, {
        output_index: 0,
        command_index,
        command: 'ls',
      });
    const frames = [
      added(0, { ...shell, action: {} }),
      command('added', 0),
      command('done', 0),
      command('done', 1),
      done(0, shell),
    ];
    // The gate was asked; what is missing follows.
    expect(completing(frames).map((told) => told.length)).toEqual([0, 0, 1, 0, 0, 0]);
    expect(read(frames).facts.toolCalls).toMatchObject([{ args: { commands: ['ls', 'pwd'] } }]);
  });
});

describe('servers that name items in their own way', () => {
  const other = (n: number, id: string, whole = '') => ({ ...call(n, 'a', whole), id });

  test('another id with every event', () => {
    const frames = [
      added(0, other(1, 'x1')),
      args(0, 'x2', '{"x"'),
      args(0, 'x3', ':1}'),
      argsDone(0, 'x4', '{"x":1}'),
      done(0, other(1, 'x5', '{"x":1}')),
      end([other(1, 'x6', '{"x":1}')]),
    ];
    expect(completing(frames).flat()).toEqual(['c1 a {"x":1}']);
    expect(read(frames).facts.toolCalls).toHaveLength(1);
  });

  test('every item at the same place, or none at all', () => {
    for (const place of [0, undefined] as unknown as readonly number[]) {
      const frames = [1, 2].flatMap((n) => [
        added(place, call(n, 'a')),
        args(place, `fc_${n}`, `{"n":${n}}`),
        argsDone(place, `fc_${n}`, `{"n":${n}}`),
        done(place, call(n, 'a', `{"n":${n}}`)),
      ]);
      const both = ['c1 a {"n":1}', 'c2 a {"n":2}'];
      expect(completing(frames).flat()).toEqual(both);
      expect(completing([...frames, end([call(1, 'a', '{"n":1}')])]).flat()).toEqual(both);
    }
  });

  test('text and arguments without any name belong to what came last', () => {
    const loose = (type: string, more: object) => frame(`response.${type}`, more);
    const frames = [
      loose('output_text.delta', { delta: 'Hel' }),
      loose('output_text.delta', { delta: 'lo' }),
      loose('function_call_arguments.delta', { delta: '{"x":' }),
      loose('function_call_arguments.delta', { delta: '1}' }),
      loose('function_call_arguments.done', { arguments: '{"x":1}' }),
    ];
    const { completing: told, facts } = read(frames);
    expect(told).toEqual([[], [], [], [], ['- function {"x":1}'], []]);
    expect(facts.text).toBe('Hello');
  });

  test('text that never came in pieces is read from the item', () => {
    expect(read([done(0, message(1, 'a', 'b'))]).facts.text).toBe('a\nb');
    expect(read([end([message(1, 'a')])]).facts.text).toBe('a');
    expect(
      read([say(0, 1, 'a'), say(0, 1, 'b', 1), done(0, message(1, 'a', 'b'))]).facts.text,
    ).toBe('a\nb');
  });

  test('events that name themselves only in the line before', () => {
    const frames = [
      `event: response.output_item.done\ndata: {"item":${JSON.stringify(call(1, 'a', '{}'))}}\n\n`,
    ];
    expect(completing(frames)).toEqual([['c1 a {}'], []]);
  });
});

describe('what only this format has', () => {
  test('errors as an event, as nothing but an error, and without words', () => {
    const error = (type: string, more: object) => read([frame(type, more)]).facts.error;
    expect(error('error', { code: 'overloaded', message: 'later' })).toBe('overloaded: later');
    expect(error('error', { error: { type: 'x', message: 'y' } })).toBe('x: y');
    expect(error('response.failed', { response: {} })).toBe('an error without words');
    expect(read(['data: {"error":{"message":"no"}}\n\n']).facts.error).toBe('no');
  });

  test('a refusal of the model is what it says', () => {
    const refusal = { type: 'refusal', refusal: 'I will not.' };
    const item = { ...message(1), content: [refusal] };
    expect(openaiResponsesCodec.readResponse({ output: [item] }).text).toBe('I will not.');
    const piece = frame('response.refusal.delta', {
      item_id: 'msg_1',
      output_index: 0,
      content_index: 0,
      delta: 'I will not.',
    });
    expect(read([added(0, message(1)), piece, done(0, item)]).facts.text).toBe('I will not.');
  });

  test('a response that was only taken has not finished', () => {
    const { finished } = openaiResponsesCodec.readResponse({ status: 'queued', output: [] });
    expect(finished).toBe(false);
  });

  test('the error body of a refusal and the ending of a stream', () => {
    const refusal = { agent: 'a', kind: 'manual', reason: 'a person said so', remedy: 'Ask.' };
    const words = 'Agent "a" is stopped (manual): a person said so. Ask.';
    expect(JSON.parse(openaiResponsesCodec.refusal(refusal).body.toString())).toEqual({
      error: {
        message: words,
        type: 'invalid_request_error',
        param: null,
        code: 'agent_stopped',
        tripwire: { code: 'manual', agent: 'a', reason: 'a person said so', remedy: 'Ask.' },
      },
    });
    const [name, data] = (openaiResponsesCodec.ending(refusal)?.toString() ?? '').split('\ndata: ');
    expect(name).toBe('event: response.failed');
    expect(JSON.parse(data ?? '')).toMatchObject({
      type: 'response.failed',
      sequence_number: 0,
      response: { status: 'failed', error: { code: 'invalid_prompt', message: words } },
    });
  });

  test('the ending of a stream goes with what the stream said', () => {
    const refusal = { agent: 'a', kind: 'manual', reason: 'a person said so', remedy: 'Ask.' };
    const ended = (id: unknown, sequence_number: unknown) => {
      const reader = openaiResponsesCodec.follow();
      const begun = frame('response.created', { response: { id }, sequence_number });
      for (const one of new SseSplitter().push(Buffer.from(begun))) reader.take(one);
      const bytes = openaiResponsesCodec.ending(refusal, reader.soFar?.())?.toString() ?? '';
      const data = JSON.parse(bytes.split('\ndata: ')[1] ?? '') as {
        response: { id: string };
        sequence_number: number;
      };
      return { id: data.response.id, number: data.sequence_number };
    };
    expect(ended('resp_a', 0)).toEqual({ id: 'resp_a', number: 1 });
    expect(ended('resp_a', 41)).toEqual({ id: 'resp_a', number: 42 });
    // No client must see a status where there is none.
    expect(ended('resp_a', 428).number).toBe(438);
    expect(ended('resp_a', 50_000).number).toBe(50_100);
    const own = /^resp_[a-z]{20}$/;
    for (const id of ['resp_503', 'x'.repeat(257), 7, null]) expect(ended(id, 1).id).toMatch(own);
    for (const number of ['9', -1, 1.5, null]) expect(ended('resp_a', number).number).toBe(0);
  });

  test('an endless response is forwarded and not kept', () => {
    const reader = openaiResponsesCodec.follow();
    const splitter = new SseSplitter();
    let told = 0;
    for (let n = 0; n < 3_000; n += 1) {
      const item = { ...call(n, 'a', `{"n":${n}}`), padding: 'x'.repeat(1_000) };
      for (const one of splitter.push(Buffer.from(done(n, item)))) {
        told += reader.take(one).completes.length;
      }
    }
    expect(told).toBe(3_000);
    expect(reader.facts().toolCalls).toHaveLength(1_024);
  });
});
