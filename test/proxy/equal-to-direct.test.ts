/** An agent behind the proxy cannot tell it from the provider: what goes up and what comes back is the same. */
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import {
  startFakeProvider,
  type FakeProvider,
  type FakeScript,
  type SeenRequest,
} from '../../src/testing/index.ts';
import {
  newHome,
  startTripwire,
  type Home,
  type RunningTripwire,
} from '../kit/running-tripwire.ts';
import type { Sdk, SdkOutcome } from './sdk-run.ts';
import { everyWay } from './sdks.ts';
import { seenFetch, type SeenAnswer } from './seen-fetch.ts';

/** Headers of one connection; each side of the proxy has its own. */
const ofTheConnection = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding']);

const places = ['the attic', 'the cellar', 'the garden'];

/** Two calls at once, then one, then words; with words beside the calls, as models do. */
const script: FakeScript = ({ toolResults }) => {
  const usage = { input: 120, output: 30, cacheRead: 40, cacheWrite: 7 };
  const seen = toolResults.length;
  const call = (at: string) => ({ name: 'look', args: { at } });
  const headers = { 'x-request-id': `request-${seen}`, date: 'Sun, 15 Nov 2026 10:00:00 GMT' };
  const [attic = '', cellar = '', garden = ''] = places;
  if (seen === 0) {
    return { text: 'I look.', toolCalls: [call(attic), call(cellar)], usage, headers };
  }
  if (seen === 2) return { toolCalls: [call(garden)], usage, headers };
  return { text: 'Nothing is there — ¡nada! 👀', usage, headers };
};

/** Two providers that number their answers alike, one of them behind Tripwire. */
let alone: FakeProvider;
let home: Home;
let server: RunningTripwire;

beforeAll(async () => {
  alone = await startFakeProvider({ script });
  home = await newHome(script);
  server = await startTripwire(home);
});
afterAll(async () => {
  await server.end();
  await home.provider.close();
  await alone.close();
});

interface Told {
  readonly outcome: SdkOutcome;
  readonly requests: readonly SeenRequest[];
  readonly answers: readonly SeenAnswer[];
}

async function told(
  sdk: Sdk,
  stream: boolean,
  baseUrl: string,
  requests: readonly SeenRequest[],
): Promise<Told> {
  const { fetch, answers } = seenFetch();
  const runTool = (_name: string, args: object) => `nothing: ${JSON.stringify(args)}`;
  const prompt = 'Where is the cat?';
  const before = requests.length;
  const outcome = await sdk.run({ baseUrl, stream, prompt, runTool, fetch });
  return { outcome, requests: requests.slice(before), answers };
}

const pathOf = ({ provider }: Sdk) => (provider === 'openai' ? '/v1' : '');

async function direct(sdk: Sdk, stream: boolean): Promise<Told> {
  return told(sdk, stream, `${alone.url}${pathOf(sdk)}`, alone.requests);
}

async function proxied(sdk: Sdk, stream: boolean): Promise<Told> {
  const { requests } = home.provider;
  const baseUrl = `${server.url}/agents/sam-${requests.length}/${sdk.provider}${pathOf(sdk)}`;
  return told(sdk, stream, baseUrl, requests);
}

function headersOf(all: SeenRequest['headers'], without: readonly string[]) {
  const entries = Object.entries(all).filter(
    ([name]) => !ofTheConnection.has(name) && !without.includes(name),
  );
  return Object.fromEntries(entries);
}

describe.each(everyWay)('$title', ({ sdk, stream }) => {
  verifies('X7', 'works as on a direct connection', async () => {
    const [one, two] = [await direct(sdk, stream), await proxied(sdk, stream)];
    expect(two.outcome).toEqual(one.outcome);
    expect(two.outcome.text).toBe('Nothing is there — ¡nada! 👀');
    expect(two.outcome.calls.map(({ args }) => args)).toEqual(places.map((at) => ({ at })));

    expect(two.requests.map(({ rawBody }) => rawBody.toString())).toEqual(
      one.requests.map(({ rawBody }) => rawBody.toString()),
    );
    expect(two.requests).toHaveLength(3);
    expect(two.requests.map(({ path }) => path)).toEqual(one.requests.map(({ path }) => path));
    // A stream must be readable while it flows, so it is asked for uncompressed.
    const changed = stream ? ['accept-encoding'] : [];
    expect(two.requests.map(({ headers }) => headersOf(headers, changed))).toEqual(
      one.requests.map(({ headers }) => headersOf(headers, changed)),
    );
    if (stream) expect(two.requests[0]?.headers['accept-encoding']).toBe('identity');
    expect(two.requests[0]?.headers['user-agent']).toBeTruthy();

    const shown = async ({ status, headers, body }: SeenAnswer) => ({
      status,
      headers: headersOf(headers, []),
      body: (await body).toString(),
    });
    expect(await Promise.all(two.answers.map(shown))).toEqual(
      await Promise.all(one.answers.map(shown)),
    );
  });
});
