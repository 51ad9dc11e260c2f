/**
 * Requests of a kept corpus, changed at random (always the same way): nobody gets in, nothing passes that could not be
 * judged, and the server is there afterwards.
 */
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runningControl } from '../control/running-control.ts';
import { runs } from '../kit/runs.ts';
import { askMessages } from '../proxy/plain-ask.ts';
import { startedProxy } from '../proxy/started-proxy.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { CONTROL_SEEDS, DATA_SEEDS } from './http-seeds.ts';
import { sendRaw } from './raw-request.ts';

const TRIES = 300;
const AT_ONCE = 16;
const PATIENCE_MS = 800;
const HELD = 'held';

/** What stands between two others in a request. */
const SPLICES = [
  '\r\n',
  '\n',
  '\r',
  '\t',
  ' ',
  ':',
  ';',
  ',',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '\u0000',
  '\u00ff',
  '%2e',
  '%00',
  '..',
  '//',
  '?',
  '&',
  '#',
  'tw_',
  'connection: content-encoding\r\n',
  'content-encoding: gzip\r\n',
  'transfer-encoding: chunked\r\n',
  'x-tripwire-agent: held\r\n',
  'content-type: application/json; charset=utf-16\r\n',
  '"messages":[],',
  HELD,
];

function changed(random: SeededRandom, seeds: readonly string[]): string {
  let bytes = random.pick(seeds);
  for (let count = random.between(0, 4); count > 0; count -= 1) {
    const at = random.between(0, bytes.length);
    const until = random.pick([at, at, at + 1, at + random.between(0, 40)]);
    const put = random.pick([
      random.pick(SPLICES),
      random.pick(SPLICES),
      '',
      String.fromCharCode(random.between(0, 255)),
      bytes.slice(at, until),
      random.pick(seeds).slice(0, random.between(0, 300)),
    ]);
    bytes = bytes.slice(0, at) + put + bytes.slice(until);
  }
  return bytes;
}

async function fuzz(
  port: number,
  seeds: readonly string[],
  name: string,
  heard: (answer: string, bytes: string) => void = () => undefined,
): Promise<void> {
  const { numRuns } = runs(TRIES);
  let next = 0;
  const worker = async () => {
    while (next < numRuns) {
      next += 1;
      // The seeds themselves come first, as they are.
      const bytes = seeds[next - 1] ?? changed(new SeededRandom(`${name}/${next}`), seeds);
      heard(await sendRaw(port, bytes, PATIENCE_MS), bytes);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Agent keys where a provider would look for its own. */
function shownKeys(path: string, headers: Readonly<Record<string, unknown>>): readonly string[] {
  const shown = ['authorization', 'x-api-key', 'x-goog-api-key'].map((name) => headers[name] ?? '');
  const inQuery = new URL(path, 'http://x').searchParams.getAll('key');
  return [...shown, ...inQuery].map(String).filter((one) => /^\s*(?:bearer\s+)?tw_/i.test(one));
}

verifies(
  ['T2', 'X5'],
  'the port of agents: what reaches the provider is what could be judged, and nothing of a stopped agent',
  async () => {
    const running = await startedProxy((_turn, index) => ({ text: `${index}` }), {
      enabled: false,
    });
    await running.gate.register(HELD, 'ann');
    await running.gate.operate({ agent: HELD, action: 'deactivate', by: 'ann', why: 'enough' });
    await fuzz(running.proxy.port, DATA_SEEDS, 'http-fuzz-data');
    const answer = await askMessages(running, { agent: 'healthy' });
    expect(answer.status).toBe(200);
    await answer.text();
    expect(running.provider.requests.length).toBeGreaterThan(20);
    for (const { method, path, headers, rawBody } of running.provider.requests) {
      const where = `${method} ${path}`;
      expect(
        Object.keys(headers).filter((name) => name.startsWith('x-tripwire')),
        where,
      ).toEqual([]);
      expect(shownKeys(path, headers), where).toEqual([]);
      if (method === 'GET' || method === 'HEAD') expect(rawBody, where).toHaveLength(0);
      if (rawBody.length === 0 || !/\/chat\/completions$|\/messages$|\/responses$/.test(path))
        continue;
      if (headers['content-encoding'] !== undefined) continue;
      const text = new TextDecoder('utf-8', { fatal: true }).decode(rawBody);
      expect(JSON.parse(text), where).toBeTypeOf('object');
    }
    const held = (await running.store.read(HELD, 1, 1_000)).map(({ kind }) => kind);
    expect(held.filter((kind) => kind === 'result' || kind === 'event')).toEqual([]);
  },
  300_000,
);

verifies(
  'X8',
  'the port of people: without a token nobody reads or changes anything',
  async () => {
    const { gate, control, ask } = await runningControl();
    await gate.register(HELD, 'ann');
    await gate.operate({ agent: HELD, action: 'deactivate', by: 'ann', why: 'enough' });
    const before = JSON.stringify(await gate.agents());
    const port = Number(new URL(control.url).port);
    const leaks: string[] = [];
    await fuzz(port, CONTROL_SEEDS, 'http-fuzz-control', (answer, bytes) => {
      if (/^HTTP\/1\.1 2\d\d/m.test(answer) && /"id":"held"|"key":"tw_|"csrf_token"/.test(answer)) {
        leaks.push(bytes);
      }
    });
    expect(leaks).toEqual([]);
    const standing = (text: string) => text.replaceAll(/\d{6,}/g, '0');
    expect(standing(JSON.stringify(await gate.agents()))).toBe(standing(before));
    expect((await ask('/api/keys')).status).not.toBe(500);
  },
  300_000,
);
