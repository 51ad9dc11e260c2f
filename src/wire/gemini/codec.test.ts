/** The Gemini codec: what every codec must do, and what only this format has. */
import { describe, expect, test } from 'vitest';
import { presentChecks } from '../../../test/wire/codec-conformance.ts';
import {
  answer,
  call,
  chunk,
  frame,
  geminiUnderTest,
  last,
} from '../../../test/wire/samples/gemini.ts';
import { SseSplitter } from '../sse-frames.ts';
import { geminiCodec } from './codec.ts';

describe('what every codec must do', () => {
  for (const { name, run } of presentChecks(geminiUnderTest)) test(name, run);
});

function read(frames: readonly string[]) {
  const reader = geminiCodec.follow();
  const taken = new SseSplitter()
    .push(Buffer.from(frames.join('')))
    .map((one) => reader.take(one).completes);
  const completing = [...taken, reader.end().completes].map((calls) =>
    calls.map(({ callId, tool, canonicalArgs }) => `${callId ?? '-'} ${tool} ${canonicalArgs}`),
  );
  return { completing, facts: reader.facts() };
}

describe('answers in other forms', () => {
  const stop = { finishReason: 'STOP' };
  const parts = [answer([{ text: 'Hel' }]), answer([{ text: 'lo' }, call('c', 'a')], stop)];

  test('a stream without events is a list of chunks', () => {
    expect(geminiCodec.readResponse(parts)).toMatchObject({
      text: 'Hello',
      toolCalls: [{ callId: 'c', tool: 'a' }],
      finished: true,
    });
    const cut = geminiCodec.readResponse(parts.slice(0, 1));
    expect(cut).toMatchObject({ text: 'Hel', finished: false });
  });

  test('answers that are wrapped once more', () => {
    const wrapped = parts.map((response) => ({ response, traceId: 't' }));
    expect(geminiCodec.readResponse(wrapped[1])).toEqual(geminiCodec.readResponse(parts[1]));
    const { completing, facts } = read(wrapped.map(frame));
    expect(completing).toEqual([[], ['c a {}'], []]);
    expect(facts).toEqual(read(parts.map(frame)).facts);
  });

  test('an error in a list, as a text, and without words', () => {
    const error = { code: 400, message: 'no', status: 'INVALID_ARGUMENT' };
    const of = (value: unknown) => geminiCodec.readResponse(value).error;
    expect(of([{ error }])).toBe('INVALID_ARGUMENT: no');
    expect(of({ error: 'no' })).toBe('no');
    expect(of({ error: {} })).toBe('an error without words');
  });

  test('a prompt that was blocked has its answer', () => {
    const blocked = { promptFeedback: { blockReason: 'SAFETY' } };
    expect(geminiCodec.readResponse(blocked)).toMatchObject({ finished: true, text: '' });
  });

  test('several candidates are kept apart, and all must end', () => {
    const at = (index: number, text: string, more: object = {}) => ({
      content: { parts: [{ text }] },
      index,
      ...more,
    });
    const both = { candidates: [at(0, 'a'), at(1, 'b')] };
    const one = { candidates: [at(0, 'c', stop)] };
    expect(geminiCodec.readResponse([both, one])).toMatchObject({ text: 'ac\nb', finished: false });
    const other = { candidates: [at(1, '', stop)] };
    expect(geminiCodec.readResponse([both, one, other]).finished).toBe(true);
  });

  test('what the provider put in for its tools is input', () => {
    const usageMetadata = { promptTokenCount: 10, toolUsePromptTokenCount: 5 };
    expect(geminiCodec.readResponse({ usageMetadata }).usage).toMatchObject({ inputTokens: 15 });
    const cached = { promptTokenCount: 1, cachedContentTokenCount: 9 };
    expect(geminiCodec.readResponse({ usageMetadata: cached }).usage).toMatchObject({
      inputTokens: 0,
      cacheReadTokens: 9,
    });
  });
});

describe('arguments that come in pieces', () => {
  const piece = (functionCall: object) => chunk({ functionCall });
  const arg = (jsonPath: string, value: object) => ({ jsonPath, ...value });
  const opening = piece({ id: 'c1', name: 'a', willContinue: true });

  test('the call is complete with the part that does not go on', () => {
    const frames = [
      opening,
      piece({ partialArgs: [arg('$.x', { stringValue: 'l' })], willContinue: true }),
      piece({ partialArgs: [arg('$.x', { stringValue: 's' }), arg('$.n', { numberValue: 7 })] }),
      last({ text: '' }),
    ];
    expect(read(frames).completing).toEqual([[], [], ['c1 a {"n":7,"x":"ls"}'], [], []]);
  });

  test('or with the next call, the end of the answer, the end of the stream', () => {
    expect(read([opening, chunk(call('c2', 'b'))]).completing).toEqual([
      [],
      ['c1 a {}', 'c2 b {}'],
      [],
    ]);
    expect(read([opening, last()]).completing).toEqual([[], ['c1 a {}'], []]);
    expect(read([opening]).completing).toEqual([[], ['c1 a {}']]);
  });

  test('a path that is called like a member of every object does no harm', () => {
    const hostile = piece({
      name: 'a',
      partialArgs: [arg('$.__proto__', { stringValue: 'x' }), arg('', { boolValue: true })],
    });
    expect(read([hostile]).completing.flat()).toHaveLength(1);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

describe('what only this format has', () => {
  test('a call without id, and one without arguments', () => {
    const frames = [
      chunk({ functionCall: { name: 'a' } }),
      chunk({ function_call: { name: 'b' } }),
    ];
    expect(read(frames).completing).toEqual([['- a {}'], ['- b {}'], []]);
  });

  test('a refusal is a 403, and nothing ends a stream but a broken connection', () => {
    const refusal = { agent: 'a', kind: 'manual', reason: 'a person said so', remedy: 'Ask.' };
    expect(JSON.parse(geminiCodec.refusal(refusal).body.toString())).toEqual({
      error: {
        code: 403,
        message: 'Agent "a" is stopped (manual): a person said so. Ask.',
        status: 'PERMISSION_DENIED',
        tripwire: { code: 'manual', agent: 'a', reason: 'a person said so', remedy: 'Ask.' },
      },
    });
    expect(geminiCodec.ending(refusal)).toBeNull();
  });

  test('an endless answer is forwarded and not kept', () => {
    const reader = geminiCodec.follow();
    const splitter = new SseSplitter();
    let told = 0;
    for (let n = 0; n < 3_000; n += 1) {
      const one = { ...call(`c${n}`, 'a', { n }), thoughtSignature: 'x'.repeat(1_000) };
      const bytes = Buffer.from(
        frame({ candidates: [{ content: { parts: [one] }, index: n % 40 }] }),
      );
      for (const cut of splitter.push(bytes)) told += reader.take(cut).completes.length;
    }
    expect(told).toBe(3_000);
    expect(reader.facts().toolCalls.length).toBeLessThan(2_000);
  });
});
