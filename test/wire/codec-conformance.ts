/**
 * What every codec must do, as checks that each codec's test runs over answers in its own format.
 *
 * The answers come from the format; the demands do not. A new format brings one sample of every kind and gets
 * all checks, so none can be forgotten.
 */
import assert from 'node:assert/strict';
import { fieldsOf } from '../../src/base/json-values.ts';
import {
  formatOfPath,
  lastUserMessage,
  sideRequestKind,
  threadKey,
  type MadeToolCall,
} from '../../src/detect/index.ts';
import type { Answer, Refusal, ResponseFacts, WireCodec } from '../../src/wire/codec.ts';
import { isProvoking } from '../../src/wire/provocations.ts';
import { SseSplitter, type SseFrame } from '../../src/wire/sse-frames.ts';

/** The answers that every format must be shown with. */
export type SampleKind =
  | 'text'
  | 'one tool'
  | 'parallel tools'
  | 'text between tools'
  | 'a tool of the provider'
  | 'thoughts'
  | 'out of room'
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

/** The requests that every format must be shown with. */
export type RequestKind = 'a step' | 'a step with a picture' | 'a count of tokens' | 'a compaction';

/** One request, in the form of its format. Its last words are those of `REQUEST_WORDS`, but for a compaction. */
export interface RequestSample {
  readonly path: string;
  readonly body: object;
}

/** A codec with what its checks need. */
export interface CodecUnderTest {
  readonly codec: WireCodec;
  /** Null for what this format does not have. */
  readonly samples: Readonly<Record<SampleKind, CodecSample | null>>;
  readonly requests: Readonly<Record<RequestKind, RequestSample | null>>;
  /** Where such requests go, with the providers and servers that take them. */
  readonly paths: readonly string[];
  readonly refusedStatus: number;
  /** The words in the body of an error. */
  readonly errorWords: (body: Readonly<Record<string, unknown>>) => unknown;
}

/** One demand. */
export interface Check {
  readonly name: string;
  /** Throws where the demand is not met; null where the format has nothing of the kind. */
  readonly run: (() => void) | null;
}

/** One demand that the format can meet. */
export interface PresentCheck extends Check {
  readonly run: () => void;
}

/** What the user says in every sample of a request. */
export const REQUEST_WORDS = 'What is on the screen?';

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
    ...requestChecks(tested),
    ...samples.flatMap(([kind, sample]) => sampleChecks(tested.codec, kind, sample)),
    { name: 'whatever comes is read without throwing', run: () => readsAnything(tested.codec) },
    ...answerChecks(tested),
  ];
}

/** The checks that there is something to do for. */
export function presentChecks(tested: CodecUnderTest): readonly PresentCheck[] {
  return codecChecks(tested).flatMap(({ name, run }) => (run === null ? [] : [{ name, run }]));
}

const sideKinds: Readonly<Record<RequestKind, string | null>> = {
  'a step': null,
  'a step with a picture': null,
  'a count of tokens': 'token-count',
  'a compaction': 'compaction',
};

function requestChecks({ codec, paths, requests }: CodecUnderTest): readonly Check[] {
  const kinds = Object.keys(sideKinds) as readonly RequestKind[];
  return [
    {
      name: 'requests are known by their path, whatever server takes them',
      run: () => {
        for (const path of paths) assert.equal(formatOfPath(path), codec.format, path);
      },
    },
    ...kinds.map((kind) => {
      const request = requests[kind];
      return {
        name: `${kind} is known as one`,
        run: request === null ? null : () => knows(codec, kind, request),
      };
    }),
  ];
}

function knows({ format }: WireCodec, kind: RequestKind, { path, body }: RequestSample): void {
  assert.equal(formatOfPath(path), format);
  assert.equal(sideRequestKind(body, { path }), sideKinds[kind]);
  if (sideKinds[kind] !== null) return;
  assert.ok(lastUserMessage(body, path)?.startsWith(REQUEST_WORDS));
  assert.notEqual(threadKey(body, path), null);
}

const sampleDemands = [
  'in one body',
  'in a stream, each call told by the frame that completes it',
  'the same wherever the bytes are cut',
  'the same with the other line ends',
] as const;

function sampleChecks(
  codec: WireCodec,
  kind: string,
  sample: CodecSample | null,
): readonly Check[] {
  const names = sampleDemands.map((demand) => `${kind}: ${demand}`);
  if (sample === null) return names.map((name) => ({ name, run: null }));
  const runs = sampleRuns(codec, sample);
  return names.map((name, at) => ({ name, run: runs[at] ?? null }));
}

/** How each of the demands is checked, in their order. */
function sampleRuns(codec: WireCodec, sample: CodecSample): readonly ((() => void) | null)[] {
  const whole = Buffer.from(sample.frames.join(''));
  const expected = { bytes: whole, completes: sample.completes, facts: sample.facts };
  const { body } = sample;
  return [
    body === null ? null : () => assert.deepEqual(codec.readResponse(body), sample.facts),
    () => assert.deepEqual(play(codec, [whole]), expected),
    () => {
      // A reader sees frames and nothing else, so it is enough that these are the same.
      const frames = framesOf([whole]);
      for (let at = 1; at < whole.length; at += 1) {
        const cut = framesOf([whole.subarray(0, at), whole.subarray(at)]);
        assert.ok(isSame(cut, frames), `other frames when cut before byte ${at}`);
      }
      const bytes = [...whole].map((byte) => Buffer.of(byte));
      assert.deepEqual(play(codec, bytes), expected);
    },
    () => {
      const lf = whole.toString().replaceAll('\r\n', '\n');
      const crlf = lf.replaceAll('\n', '\r\n');
      for (const bytes of [lf, crlf, lf.replaceAll('\n', '\r')].map((text) => Buffer.from(text))) {
        assert.deepEqual(play(codec, [bytes]), { ...expected, bytes });
      }
    },
  ];
}

function framesOf(chunks: readonly Buffer[]): readonly SseFrame[] {
  const splitter = new SseSplitter();
  const frames = chunks.flatMap((chunk) => splitter.push(chunk));
  const rest = splitter.end();
  return rest === null ? frames : [...frames, rest];
}

function isSame(some: readonly SseFrame[], others: readonly SseFrame[]): boolean {
  if (some.length !== others.length) return false;
  return some.every((one, at) => {
    const other = others[at];
    if (other === undefined || one.event !== other.event || one.data !== other.data) return false;
    return one.bytes.equals(other.bytes);
  });
}

/** Plays a stream into a reader, as the proxy does. */
function play(codec: WireCodec, chunks: readonly Buffer[]) {
  const reader = codec.follow();
  const frames = framesOf(chunks);
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
  const ending = codec.ending(refusal);
  return [
    { name: 'a refusal stops the client and says why', run: () => refuses(tested) },
    {
      name: 'a refusal provokes no client, whatever the reason',
      run: () => provokesNobody(tested),
    },
    {
      name: 'an ending is an error in the stream, and no end of it',
      run: ending === null ? null : () => endsInError(codec, ending),
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

function endsInError(codec: WireCodec, ending: Buffer): void {
  const { facts } = play(codec, [ending]);
  assert.equal(facts.finished, false);
  assert.ok(facts.error?.endsWith(REFUSAL_WORDS), facts.error ?? 'no error');
  assert.ok(ending.toString().endsWith('\n\n'));
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
  assert.equal(
    errorWords(parsed(body)),
    'This agent was refused a request. Run: tripwire resume NAME',
  );
  const { agent, kind: code, reason, remedy } = provoking;
  const { tripwire } = fieldsOf(parsed(body)['error']);
  assert.deepEqual(tripwire, { agent, code, reason, remedy });
  assert.equal(headers['x-tripwire-agent'], 'agent-503');
  assert.equal(headers['x-tripwire-reason'], 'RATE_LIMIT_EXCEEDED');
  assert.equal(
    decodeURIComponent(headers['x-tripwire-why'] ?? ''),
    reason.replaceAll('\ud850', '\ufffd'),
  );
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
