/**
 * What every codec must do, as checks that each codec's test runs over answers in its own format.
 *
 * The answers come from the format; the demands do not. A new format brings one sample of every kind and gets
 * all checks, so none can be forgotten.
 */
import assert from 'node:assert/strict';
import type { MadeToolCall } from '../detect/index.ts';
import { fieldsOf } from './codec-json.ts';
import type { Answer, Refusal, ResponseFacts, WireCodec } from './codec.ts';
import { isProvoking } from './refusal-words.ts';
import { SseSplitter } from './sse-frames.ts';

/** The answers that every format must be shown with. */
export type SampleKind =
  | 'text'
  | 'one tool'
  | 'parallel tools'
  | 'text between tools'
  | 'thoughts'
  | 'no usage'
  | 'an error'
  | 'cut off';

/** One answer, in the form of its format. */
export interface CodecSample {
  /** The answer when it is not streamed; null for what happens in streams only. */
  readonly body: object | null;
  /** The frames of the same answer, as they come. */
  readonly frames: readonly string[];
  readonly facts: ResponseFacts;
  /** The ids of the calls that a frame completes, by its place. */
  readonly completes: Readonly<Record<number, readonly string[]>>;
}

/** A codec with what its checks need. */
export interface CodecUnderTest {
  readonly codec: WireCodec;
  readonly samples: Readonly<Record<SampleKind, CodecSample>>;
  readonly refusedStatus: number;
  /** The words in the body of an error. */
  readonly errorWords: (body: Readonly<Record<string, unknown>>) => unknown;
}

/** One demand; `run` throws where it is not met. */
export interface Check {
  readonly name: string;
  readonly run: () => void;
}

/** A call as a reader tells it. */
export function madeCall(callId: string, tool: string, args: object): MadeToolCall {
  return { callId, tool, args, canonicalArgs: JSON.stringify(args) };
}

const refusal: Refusal = {
  agent: 'crawler',
  kind: 'kill_switch',
  reason: 'the same call with the same result, 5 times.',
  remedy: 'Run: tripwire resume crawler',
};
const REFUSAL_WORDS =
  'Agent "crawler" is stopped (kill_switch): the same call with the same result, 5 times. Run: tripwire resume crawler';
const provoking: Refusal = {
  agent: 'agent-503',
  kind: 'RATE_LIMIT_EXCEEDED',
  reason:
    'agent-503 was terminated: 50000 tokens exceed the limit of $500; retry later\u0000\ud850',
  remedy: 'Run: tripwire resume agent-503',
};

/** All checks of one codec. */
export function codecChecks(tested: CodecUnderTest): readonly Check[] {
  const samples = Object.entries(tested.samples);
  return [
    ...samples.flatMap(([kind, sample]) => sampleChecks(tested.codec, kind, sample)),
    { name: 'whatever comes is read without throwing', run: () => readsAnything(tested.codec) },
    ...answerChecks(tested),
  ];
}

function sampleChecks(codec: WireCodec, kind: string, sample: CodecSample): readonly Check[] {
  const whole = Buffer.from(sample.frames.join(''));
  const expected = { bytes: whole, completes: sample.completes, facts: sample.facts };
  return [
    {
      name: `${kind}: in one body`,
      run: () => {
        if (sample.body !== null) {
          assert.deepEqual(codec.readResponse(sample.body), sample.facts);
        }
      },
    },
    {
      name: `${kind}: in a stream, each call told by the frame that completes it`,
      run: () => assert.deepEqual(play(codec, [whole]), expected),
    },
    {
      name: `${kind}: the same wherever the bytes are cut`,
      run: () => {
        for (let at = 1; at < whole.length; at += 1) {
          const cut = play(codec, [whole.subarray(0, at), whole.subarray(at)]);
          assert.deepEqual(cut, expected, `cut before byte ${at}`);
        }
        assert.deepEqual(
          play(
            codec,
            [...whole].map((byte) => Buffer.of(byte)),
          ),
          expected,
        );
      },
    },
    {
      name: `${kind}: the same with the other line ends`,
      run: () => {
        const bytes = Buffer.from(whole.toString().replaceAll('\n', '\r\n'));
        assert.deepEqual(play(codec, [bytes]), { ...expected, bytes });
      },
    },
  ];
}

/** Plays a stream into a reader, as the proxy does. */
function play(codec: WireCodec, chunks: readonly Buffer[]) {
  const splitter = new SseSplitter();
  const reader = codec.follow();
  const frames = chunks.flatMap((chunk) => splitter.push(chunk));
  const rest = splitter.end();
  if (rest !== null) frames.push(rest);
  const completes: Record<number, readonly string[]> = {};
  const tell = (at: number, calls: readonly MadeToolCall[]) => {
    if (calls.length > 0) completes[at] = calls.map(({ callId }) => callId ?? 'no id');
  };
  for (const [at, frame] of frames.entries()) tell(at, reader.take(frame).completes);
  tell(frames.length, reader.end().completes);
  const bytes = Buffer.concat(frames.map((frame) => frame.bytes));
  return { bytes, completes, facts: reader.facts() };
}

function readsAnything(codec: WireCodec): void {
  const nothing: ResponseFacts = {
    model: null,
    text: '',
    toolCalls: [],
    usage: null,
    finished: false,
    error: null,
    thoughtCharacters: 0,
  };
  for (const body of [null, undefined, 7, 'text', [], {}, { usage: { input_tokens: -1 } }]) {
    assert.deepEqual(codec.readResponse(body), nothing);
  }
  for (const data of ['', '{', '[]', 'null', '7', '"text"', '{"type":7,"choices":{},"usage":[]}']) {
    const played = play(codec, [Buffer.from(`data: ${data}\n\n`)]);
    assert.deepEqual(played.facts, nothing);
    assert.deepEqual(played.completes, {});
  }
}

function answerChecks(tested: CodecUnderTest): readonly Check[] {
  const { codec } = tested;
  return [
    { name: 'a refusal stops the client and says why', run: () => refuses(tested) },
    {
      name: 'a refusal provokes no client, whatever the reason',
      run: () => provokesNobody(tested),
    },
    {
      name: 'an ending is an error in the stream, and no end of it',
      run: () => {
        const ending = codec.ending(refusal);
        if (ending === null) return;
        const { facts } = play(codec, [ending]);
        assert.equal(facts.finished, false);
        assert.ok(facts.error?.endsWith(REFUSAL_WORDS), facts.error ?? 'no error');
        assert.ok(ending.toString().endsWith('\n\n'));
      },
    },
    { name: 'a message is an answer of the model that costs nothing', run: () => speaks(codec) },
    {
      name: 'a wait that was too long asks to come back, soon at the latest',
      run: () => {
        const header = (seconds: number) => codec.busy(seconds, 'w').headers['retry-after'];
        assert.deepEqual([0, 2.1, 3600, NaN].map(header), ['1', '3', '60', '60']);
        const { status, body } = codec.busy(2, 'The gate is busy.');
        assert.equal(status, 429);
        assert.equal(tested.errorWords(parsed(body)), 'The gate is busy.');
        assert.ok(codec.readResponse(parsed(body)).error?.endsWith('The gate is busy.'));
      },
    },
  ];
}

function refuses({ codec, refusedStatus, errorWords }: CodecUnderTest): void {
  const { status, headers, body } = codec.refusal(refusal);
  assert.equal(status, refusedStatus);
  assert.equal(headers['content-type'], 'application/json');
  assert.equal(headers['x-should-retry'], 'false');
  assert.equal(headers['x-tripwire-agent'], 'crawler');
  assert.equal(headers['x-tripwire-decision'], 'refused');
  assert.equal(headers['x-tripwire-reason'], 'kill_switch');
  assert.equal(headers['retry-after'], undefined);
  assert.equal(errorWords(parsed(body)), REFUSAL_WORDS);
  const facts = codec.readResponse(parsed(body));
  assert.equal(facts.finished, false);
  assert.ok(facts.error?.endsWith(REFUSAL_WORDS));
}

function provokesNobody({ codec, errorWords }: CodecUnderTest): void {
  const { body, headers } = codec.refusal(provoking);
  assert.equal(isProvoking(body.toString()), false, body.toString());
  assert.equal(isProvoking(codec.ending(provoking)?.toString() ?? ''), false);
  assert.match(
    String(errorWords(parsed(body))),
    /^This agent is stopped \(pace_overrun\): this agent/,
  );
  assert.equal(headers['x-tripwire-agent'], 'agent-503');
}

function speaks(codec: WireCodec): void {
  const expected: ResponseFacts = {
    model: 'some-model',
    text: REFUSAL_WORDS,
    toolCalls: [],
    usage: {
      inputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
      source: 'provider',
    },
    finished: true,
    error: null,
    thoughtCharacters: 0,
  };
  const plain = codec.message(refusal, { stream: false, model: 'some-model' });
  assert.equal(plain.status, 200);
  assert.equal(plain.headers['content-type'], 'application/json');
  assert.deepEqual(codec.readResponse(parsed(plain.body)), expected);
  const streamed = codec.message(refusal, { stream: true, model: 'some-model' });
  assert.equal(streamed.status, 200);
  assert.match(streamed.headers['content-type'] ?? '', /^text\/event-stream/);
  assert.deepEqual(play(codec, [streamed.body]).facts, expected);
  assert.equal(
    play(codec, [codec.message(refusal, { stream: true, model: null }).body]).facts.model,
    'tripwire',
  );
}

function parsed(body: Answer['body']) {
  return fieldsOf(JSON.parse(body.toString()));
}
