/** Gemini's answers, read from the wire: whole, as events, as a list. */
import { afterEach, expect, test } from 'vitest';
import { startFakeProvider, type FakeProvider } from './provider.ts';
import type { AskedTurn, FakeAnswer } from './turn.ts';

const answer: FakeAnswer = {
  reasoning: 'Reading comes first.',
  text: 'I will read the file.',
  toolCalls: [{ name: 'read_file', args: { path: 'a.ts' } }],
  usage: { input: 100, output: 40, cacheRead: 20 },
};
const contents = [
  { role: 'user', parts: [{ text: 'Read it.' }] },
  { role: 'model', parts: [{ functionCall: { id: 'fc_9', name: 'search', args: {} } }] },
  {
    role: 'user',
    parts: [{ functionResponse: { id: 'fc_9', name: 'search', response: { output: 'a.ts' } } }],
  },
];

let provider: FakeProvider;
let asked: AskedTurn | null = null;

async function post(verb: string): Promise<Response> {
  provider = await startFakeProvider({
    script: (turn) => {
      asked = turn;
      return answer;
    },
  });
  return fetch(`${provider.url}/v1beta/models/gemini-x:${verb}`, {
    method: 'POST',
    body: JSON.stringify({ contents }),
  });
}

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: object;
}
interface Chunk {
  readonly candidates: readonly [
    { readonly content: { readonly parts: readonly Part[] }; readonly finishReason?: string },
  ];
  readonly usageMetadata: object;
}

const usage = {
  promptTokenCount: 120,
  cachedContentTokenCount: 20,
  candidatesTokenCount: 35,
  thoughtsTokenCount: 5,
  totalTokenCount: 160,
};

function expectAnswer(chunks: readonly Chunk[]): void {
  const parts = chunks.flatMap(({ candidates }) => candidates[0].content.parts);
  const textOf = (some: readonly Part[]) => some.map(({ text }) => text ?? '').join('');
  expect(textOf(parts.filter(({ thought }) => thought === true))).toBe(answer.reasoning);
  expect(textOf(parts.filter(({ thought }) => thought !== true))).toBe(answer.text);
  expect(parts.flatMap(({ functionCall }) => functionCall ?? [])).toEqual([
    { id: 'fc_000000_0', name: 'read_file', args: { path: 'a.ts' } },
  ]);
  expect(chunks.at(-1)?.usageMetadata).toEqual(usage);
  const finished = chunks.map(({ candidates }) => candidates[0].finishReason);
  expect(finished.filter((reason) => reason !== undefined)).toEqual(['STOP']);
  expect(finished.at(-1)).toBe('STOP');
}

afterEach(() => provider.close());

test('a whole answer, and what the script was asked', async () => {
  const response = await post('generateContent');
  expectAnswer([(await response.json()) as Chunk]);
  expect(asked).toMatchObject({
    format: 'gemini',
    model: 'gemini-x',
    stream: false,
    lastUserText: 'Read it.',
    toolResults: [{ callId: 'fc_9', tool: 'search' }],
  });
});

test('a stream of events', async () => {
  const response = await post('streamGenerateContent?alt=sse');
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events = (await response.text()).split('\r\n\r\n').filter((event) => event !== '');
  expect(events.length).toBeGreaterThan(3);
  expectAnswer(events.map((event) => JSON.parse(event.slice('data: '.length)) as Chunk));
  expect(asked?.stream).toBe(true);
});

test('a stream that is one list', async () => {
  const response = await post('streamGenerateContent');
  expect(response.headers.get('content-type')).toBe('application/json');
  expectAnswer((await response.json()) as Chunk[]);
});

test('models are listed and tokens counted', async () => {
  const counted = await post('countTokens');
  expect(Object.keys((await counted.json()) as object)).toEqual(['totalTokens']);
  const listed = await fetch(`${provider.url}/v1beta/models`);
  expect(await listed.json()).toMatchObject({ models: [{ name: 'models/fake-model' }, {}] });
});
