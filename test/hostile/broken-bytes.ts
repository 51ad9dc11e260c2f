/** Requests that are broken on purpose: cut, flipped, lying about their length, hiding another, far too large. */
import type { SeededRandom } from '../simulation/seeded-random.ts';
import { rawRequest } from './raw-request.ts';

/** The agent that is stopped: requests for it are hidden in others. */
export const HELD_AGENT = 'held';

/** What to send, in pieces, and how to leave. */
export interface Broken {
  readonly kind: string;
  readonly pieces: readonly string[];
  readonly leave: 'wait' | 'end' | 'reset';
  /** A server that follows the standard may wait for more of it. */
  readonly mayNeverEnd: boolean;
}

const endless: ReadonlySet<string> = new Set([
  'truncated',
  'flipped',
  'wrong length',
  'broken chunks',
  'garbage',
]);

const SMALL_BODY = JSON.stringify({
  model: 'm',
  max_tokens: 5,
  messages: [{ role: 'user', content: 'hello' }],
});

function honest(
  random: SeededRandom,
  body: string,
  more: readonly (readonly [string, string])[] = [],
): string {
  const [name, path] = random.pick([
    ['openai', '/v1/chat/completions'],
    ['openai', '/v1/embeddings'],
    ['anthropic', '/v1/messages'],
    ['anthropic', '/v1/messages/count_tokens'],
  ] as const);
  const session = ['x-session-id', `fuzz-${random.word()}`] as const;
  const headers = [['user-agent', 'opencode/1.0'] as const, session, ...more];
  return rawRequest({ method: 'POST', target: `/agents/fuzz/${name}${path}`, headers, body });
}

/** A whole request for the stopped agent, to be hidden somewhere. */
function hidden(): string {
  const target = `/agents/${HELD_AGENT}/openai/v1/smuggled`;
  return rawRequest({ method: 'POST', target, body: SMALL_BODY });
}

function flipped(random: SeededRandom, bytes: string): string {
  const codes = Array.from(bytes, (letter) => letter.charCodeAt(0) & 0xff);
  for (let count = random.between(1, 12); count > 0; count -= 1) {
    codes[random.between(0, codes.length - 1)] = random.between(0, 255);
  }
  return String.fromCharCode(...codes);
}

function deepBody(random: SeededRandom): string {
  const depth = random.between(1_000, 60_000);
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const call = `{"id":"c","type":"function","function":{"name":"f","arguments":${JSON.stringify(deep)}}}`;
  return random.pick([
    deep,
    `{"model":"m","messages":${deep}}`,
    `{"model":"m","messages":[{"role":"user","content":${deep}}]}`,
    `{"model":"m","messages":[{"role":"assistant","tool_calls":[${call}]},{"role":"tool","tool_call_id":"c","content":"x"}]}`,
    `{"model":"m","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":${objects}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"x"}]}]}`,
    `{"model":"m","tools":${deep},"messages":[{"role":"user","content":"x"}]}`,
  ]);
}

/** In the way of each kind. */
const kinds: Readonly<Record<string, (random: SeededRandom) => string>> = {
  honest: (random) => honest(random, SMALL_BODY),
  streamed: (random) => honest(random, SMALL_BODY.replace('{', '{"stream":true,')),
  truncated: (random) => {
    const bytes = honest(random, SMALL_BODY);
    return bytes.slice(0, random.between(0, bytes.length - 1));
  },
  flipped: (random) => flipped(random, honest(random, SMALL_BODY)),
  'wrong length': (random) => {
    const length = random.pick([
      '0',
      '1',
      '7',
      '-1',
      '1e3',
      '0x10',
      '99999999999999999999',
      '+5',
      '5 5',
      '',
    ]);
    return honest(random, SMALL_BODY, [['content-length', length]]);
  },
  'broken chunks': (random) => {
    const size = random.pick(['5', 'FFFFFFFFFFFFFFFF', '-1', 'zz', '5;a=b', '0x5', '']);
    const body = `${size}\r\nhello${random.pick(['\r\n', '\n', ''])}0\r\n${random.pick(['\r\n', ''])}`;
    return honest(random, body, [['transfer-encoding', 'chunked']]);
  },
  'two lengths': (random) => {
    const coding = random.pick([
      'chunked',
      ' chunked',
      'chunked, identity',
      'xchunked',
      'CHUNKED',
      '\tchunked',
    ]);
    const headers = [
      ['content-length', random.pick(['0', '3', '40'])],
      ['transfer-encoding', coding],
    ] as const;
    return honest(random, `0\r\n\r\n${hidden()}`, headers);
  },
  'one in another': (random) =>
    honest(random, hidden(), [
      ['content-length', random.pick(['0', '10', String(SMALL_BODY.length)])],
      ['connection', 'keep-alive'],
    ]),
  'odd line ends': (random) =>
    honest(random, hidden(), [['transfer-encoding', 'chunked']]).replaceAll(
      '\r\n',
      random.pick(['\n', '\r', '\n\r']),
    ),
  'huge header': (random) =>
    honest(random, SMALL_BODY, [['x-large', 'x'.repeat(random.between(10_000, 100_000))]]),
  'many headers': (random) =>
    honest(
      random,
      SMALL_BODY,
      Array.from(
        { length: random.between(100, 3_000) },
        (_, index) => [`x-${index}`, 'y'] as const,
      ),
    ),
  'long target': (random) =>
    honest(random, SMALL_BODY).replace('/v1/', `/v1/${'y'.repeat(random.between(5_000, 20_000))}/`),
  'split header': (random) =>
    honest(random, SMALL_BODY, [
      ['x-one', `a\r\n x-tripwire-agent: ${HELD_AGENT}`],
      ['x-two', 'b\u0000c'],
    ]),
  deep: (random) => honest(random, deepBody(random)),
  garbage: (random) =>
    String.fromCharCode(
      ...Array.from({ length: random.between(1, 400) }, () => random.between(0, 255)),
    ),
};

/** One broken request; the same random numbers give the same one. */
export function brokenRequest(random: SeededRandom): Broken {
  const kind = random.pick(Object.keys(kinds));
  const bytes = kinds[kind]?.(random) ?? '';
  const cut = random.between(0, bytes.length);
  const pieces = random.chance(0.3) ? [bytes.slice(0, cut), bytes.slice(cut)] : [bytes];
  const leave = random.pick(['wait', 'wait', 'end', 'reset'] as const);
  return { kind, pieces, leave, mayNeverEnd: endless.has(kind) };
}
