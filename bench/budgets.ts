/**
 * By how much a cap in money is overshot when many streams spend at once: under Tripwire, which reserves before each call, and
 * beside it by counting afterwards, as most gateways do.
 *
 * 128 streams for each wire format ask the same provider until they are refused. What was spent is what the provider itself
 * served, and not what anybody counted.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../src/config/index.ts';
import { startServer } from '../src/server/start.ts';
import { startFakeProvider, type FakeProvider, type FakeScript } from '../src/testing/index.ts';
import { temporaryFolder } from '../test/kit/temporary-folder.ts';

const STREAMS = Number(process.env['TRIPWIRE_BENCH_STREAMS'] ?? 128);
const CAP_USD = Number(process.env['TRIPWIRE_BENCH_CAP_USD'] ?? 1);
/** Dollars for a million tokens. */
const INPUT_USD = 3;
const OUTPUT_USD = 15;
const MILLION = 1_000_000;
const INPUT_TOKENS = 1_000;
/** What a stream asks for at most, and what it gets. */
const OUTPUT_TOKENS_MAX = 600;
const OUTPUT_TOKENS = [200, 350, 500, 600];
const CHARACTERS_PER_TOKEN = 4;
const ATTEMPTS_MAX = 1_000;

type Format = 'anthropic' | 'openai' | 'gemini' | 'openai without a maximum';
const FORMATS: readonly Format[] = ['anthropic', 'openai', 'gemini'];
/** Nobody knows before such a call how long its answer gets, so as much is reserved as answers usually take. */
const UNBOUNDED: readonly Format[] = ['openai without a maximum'];
const PROMPT = 'word '.repeat((INPUT_TOKENS * CHARACTERS_PER_TOKEN) / 5).slice(0, -100);

/** What the provider served. */
interface Served {
  calls: number;
  usd: number;
}

function costOf(output: number): number {
  return (INPUT_TOKENS * INPUT_USD + output * OUTPUT_USD) / MILLION;
}

/** Streams that take a moment, so that all of them are under way at once. */
function spending(served: Served): FakeScript {
  return (_turn, index) => {
    const output = OUTPUT_TOKENS[index % OUTPUT_TOKENS.length] ?? OUTPUT_TOKENS_MAX;
    served.calls += 1;
    served.usd += costOf(output);
    return {
      text: `answer ${index} `.repeat(8),
      usage: { input: INPUT_TOKENS, output },
      pace: { chunkDelayMs: 5, chunkChars: 16 },
    };
  };
}

function requestOf(format: Format, stream: number, attempt: number) {
  const content = `${PROMPT} stream ${stream} attempt ${attempt}`;
  const messages = [{ role: 'user', content }];
  switch (format) {
    case 'anthropic':
      return {
        path: 'anthropic/v1/messages',
        body: { model: 'm', stream: true, max_tokens: OUTPUT_TOKENS_MAX, messages },
      };
    case 'openai':
    case 'openai without a maximum':
      return {
        path: 'openai/v1/chat/completions',
        body: {
          model: 'm',
          stream: true,
          stream_options: { include_usage: true },
          ...(format === 'openai' ? { max_completion_tokens: OUTPUT_TOKENS_MAX } : {}),
          messages,
        },
      };
    case 'gemini':
      return {
        path: 'gemini/v1beta/models/m:streamGenerateContent?alt=sse',
        body: {
          contents: [{ role: 'user', parts: [{ text: content }] }],
          generationConfig: { maxOutputTokens: OUTPUT_TOKENS_MAX },
        },
      };
  }
}

/** Asks until it is refused; false: it was. */
type Ask = (format: Format, stream: number, attempt: number) => Promise<boolean>;

async function spend(formats: readonly Format[], ask: Ask): Promise<void> {
  const stream = async (format: Format, index: number) => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      if (!(await ask(format, index, attempt))) return;
    }
  };
  await Promise.all(
    formats.flatMap((format) =>
      Array.from({ length: STREAMS }, (_, index) => stream(format, index)),
    ),
  );
}

async function post(url: string, body: object): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k', authorization: 'Bearer k' },
    body: JSON.stringify(body),
  });
  await answer.text();
  return answer.ok;
}

/** All of them are one agent, under one budget of a day. */
async function underTripwire(formats: readonly Format[], provider: FakeProvider): Promise<void> {
  const home = temporaryFolder('bench-budgets');
  const data = join(home, '.tripwire');
  mkdirSync(data, { mode: 0o700 });
  const rates = { input: INPUT_USD, output: OUTPUT_USD, cacheRead: INPUT_USD };
  writeFileSync(join(data, 'prices.json'), JSON.stringify({ models: { m: rates } }));
  const yaml = `budgets: { usd_per_day: ${CAP_USD} }\n`;
  writeFileSync(join(data, 'tripwire.yaml'), yaml, { mode: 0o600 });
  const env = {
    TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url,
    TRIPWIRE_UPSTREAM_GEMINI: provider.url,
    TRIPWIRE_UPSTREAM_OPENAI: provider.url,
  };
  const flags = { data, port: 0, adminPort: 0, constitution: 'coding-v1' };
  const config = loadConfig({ env, home, flags });
  const server = await startServer({ config, env: {}, log: () => undefined });
  try {
    await spend(formats, (format, stream, attempt) => {
      const { path, body } = requestOf(format, stream, attempt);
      return post(`${server.url}/agents/bench/${path}`, body);
    });
  } finally {
    await server.close();
  }
}

/** What an answer cost is counted when it is there, and the next call is refused when that is too much. */
async function countedAfterwards(
  formats: readonly Format[],
  provider: FakeProvider,
  served: Served,
): Promise<void> {
  let counted = 0;
  await spend(formats, async (format, stream, attempt) => {
    if (counted >= CAP_USD) return false;
    const { path, body } = requestOf(format, stream, attempt);
    const before = served.calls;
    await post(`${provider.url}/${path.slice(path.indexOf('/') + 1)}`, body);
    // Any of the answers that came meanwhile may be this one: all of them cost about the same.
    counted += costOf(OUTPUT_TOKENS[before % OUTPUT_TOKENS.length] ?? OUTPUT_TOKENS_MAX);
    return true;
  });
}

async function measured(
  formats: readonly Format[],
  run: (formats: readonly Format[], provider: FakeProvider, served: Served) => Promise<void>,
): Promise<Served> {
  const served: Served = { calls: 0, usd: 0 };
  const provider = await startFakeProvider({ script: spending(served) });
  try {
    await run(formats, provider, served);
  } finally {
    await provider.close();
  }
  return served;
}

function toldShare({ calls, usd }: Served): string {
  const over = ((usd - CAP_USD) / CAP_USD) * 100;
  return `${calls} calls, $${usd.toFixed(3)} (${over > 0 ? '+' : ''}${over.toFixed(1)} %)`;
}

console.log(`A cap of $${CAP_USD} a day, ${STREAMS} streams at once for each format.\n`);
console.log('| formats | Tripwire: reserved before the call | counted afterwards |');
console.log('| --- | --- | --- |');
let overshoot = 0;
for (const formats of [...FORMATS.map((one) => [one]), FORMATS, UNBOUNDED]) {
  const reserved = await measured(formats, underTripwire);
  const afterwards = await measured(formats, countedAfterwards);
  if (formats !== UNBOUNDED) overshoot = Math.max(overshoot, reserved.usd - CAP_USD);
  console.log(`| ${formats.join(', ')} | ${toldShare(reserved)} | ${toldShare(afterwards)} |`);
}
if (overshoot > 0) {
  console.error(`The cap was overshot by $${overshoot.toFixed(6)}.`);
  process.exitCode = 1;
}
