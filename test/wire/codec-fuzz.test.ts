/** Damaged streams of every format through every codec: no byte is lost, nothing throws, no call goes unasked. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MadeToolCall } from '../../src/detect/index.ts';
import { codecs } from '../../src/wire/codec-for-format.ts';
import type { WireCodec } from '../../src/wire/codec.ts';
import { SseSplitter } from '../../src/wire/sse-frames.ts';
import { runs } from '../kit/runs.ts';
import { anthropicUnderTest } from './samples/anthropic.ts';
import { geminiUnderTest } from './samples/gemini.ts';
import { openaiChatUnderTest } from './samples/openai-chat.ts';
import { openaiResponsesUnderTest } from './samples/openai-responses.ts';

/** With `npm run test:full` there are 200,000. */
const STREAMS = 10_000;
const TIME_MS = 600_000;
/** What a reader tells is no larger than what it read, but for names of fields and what escapes add. */
const FACTS_PER_BYTE = 12;
const FACTS_LENGTH_MIN = 4_096;

/** The streams that are damaged: without the calls that providers run, so that every call must be asked for. */
const streams = [anthropicUnderTest, openaiChatUnderTest, openaiResponsesUnderTest, geminiUnderTest]
  .flatMap(({ samples }) => Object.entries(samples))
  .flatMap(([kind, sample]) =>
    sample === null || kind === 'a tool of the provider' ? [] : [sample.frames],
  );

const words = [
  '',
  '{}',
  '[]',
  'null',
  '\n',
  '\r',
  '\n\n',
  ': x\n',
  'data: ',
  'event: x\n',
  '"',
  '\\',
  '}',
  '\ud83d\ude00',
  '[DONE]',
  '{"x":1}',
  ' ',
  '0',
  '-1',
  'type',
  'error',
  '__proto__',
];
const damages = fc.array(
  fc.record({
    how: fc.constantFrom('byte', 'word', 'drop', 'again', 'swap', 'value', 'other' as const),
    at: fc.nat(100_000),
    with: fc.nat(100_000),
  }),
  { maxLength: 6 },
);
type Damage = typeof damages extends fc.Arbitrary<(infer One)[]> ? One : never;

/** One damage to the frames of a stream. */
function damaged(frames: readonly string[], { how, at, with: by }: Damage): readonly string[] {
  const here = at % Math.max(1, frames.length);
  const one = frames[here] ?? '';
  const spot = by % Math.max(1, one.length);
  const word = words[by % words.length] ?? '';
  const replaced = (text: string) => frames.with(here, text);
  if (frames.length === 0) return frames;
  switch (how) {
    case 'byte':
      return replaced(
        `${one.slice(0, spot)}${String.fromCharCode(by % 256)}${one.slice(spot + 1)}`,
      );
    case 'word':
      return replaced(
        `${one.slice(0, at % (one.length + 1))}${word}${one.slice(at % (one.length + 1))}`,
      );
    case 'drop':
      return frames.toSpliced(here, 1);
    case 'again':
      return frames.toSpliced(by % frames.length, 0, one);
    case 'swap':
      return frames.with(here, frames[by % frames.length] ?? '').with(by % frames.length, one);
    case 'value':
      return replaced(otherValue(one, by));
    case 'other':
      return frames.toSpliced(here, 0, ...(streams[by % streams.length] ?? []).slice(0, 3));
  }
}

/** A frame with one of its values replaced. */
function otherValue(frame: string, by: number): string {
  const values = [...frame.matchAll(/:(?:"(?:[^"\\]|\\.)*"|\d+|null|true|\[\]|\{\})/g)];
  const value = values[by % Math.max(1, values.length)];
  if (value === undefined) return frame;
  const instead = [':null', ':7', ':""', ':[]', ':{}', ':[[{}]]', ':"x"', ':1e99', ':-1', ':true'];
  const end = value.index + value[0].length;
  return `${frame.slice(0, value.index)}${instead[by % instead.length] ?? ''}${frame.slice(end)}`;
}

/** What goes out and what is told, when the bytes come in pieces of this size. */
function play(codec: WireCodec, bytes: Buffer, size: number) {
  const splitter = new SseSplitter();
  const reader = codec.follow();
  const sent: Buffer[] = [];
  const told: (readonly MadeToolCall[])[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const frame of splitter.push(bytes.subarray(at, at + size))) {
      told.push(reader.take(frame).completes);
      sent.push(frame.bytes);
    }
  }
  const rest = splitter.end();
  if (rest !== null) {
    told.push(reader.take(rest).completes);
    sent.push(rest.bytes);
  }
  told.push(reader.end().completes);
  return { sent: Buffer.concat(sent), told, facts: reader.facts() };
}

/** What a call does; in a damaged stream its name may come after it was asked for. */
const doneBy = ({ canonicalArgs }: MadeToolCall) => canonicalArgs;

test(
  'any stream passes unchanged, is read the same wherever it is cut, and every call was asked for',
  () => {
    fc.assert(
      fc.property(
        fc.nat(codecs.length - 1),
        fc.nat(streams.length - 1),
        damages,
        fc.integer({ min: 1, max: 400 }),
        (format, stream, list, size) => {
          const codec = codecs[format] ?? anthropicUnderTest.codec;
          const frames = list.reduce(damaged, streams[stream] ?? []);
          const bytes = Buffer.from(frames.join(''));
          const whole = play(codec, bytes, Math.max(1, bytes.length));
          expect(whole.sent.equals(bytes)).toBe(true);
          expect(isDeepStrictEqual(play(codec, bytes, size), whole)).toBe(true);
          const factsLength = JSON.stringify(whole.facts).length;
          expect(factsLength).toBeLessThan(FACTS_LENGTH_MIN + FACTS_PER_BYTE * bytes.length);
          const asked = whole.told.flat().map(doneBy);
          const made = whole.facts.toolCalls.map(doneBy);
          expect(asked.length).toBeGreaterThanOrEqual(made.length);
          expect(made.filter((args) => !asked.includes(args))).toEqual([]);
          // A whole body may be anything, too.
          codec.readResponse(frames.join(''));
        },
      ),
      runs(STREAMS),
    );
  },
  TIME_MS,
);
