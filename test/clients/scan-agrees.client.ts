/** The same run of a real client, judged as it went through the proxy and by `tripwire scan` afterwards: one verdict, at the same call. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { READ_LIMIT_MAX } from '../../src/store/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { geminiCli } from './gemini-cli.ts';
import { endHomeProcesses } from './home-processes.ts';
import { unlessAside } from './hook-scripts.ts';
import { AGENT, openLab, type Lab } from './lab.ts';
import { opencodeOnChat } from './opencode.ts';
import { plainClients } from './plain-clients.ts';
import type { TriedClient } from './tried-client.ts';

const TASK = 'find the cat';
const STAMP = "date '+%F %T.%N'";

/** What a stuck model does in each answer. */
const stuck: readonly (readonly [string, (client: TriedClient) => FakeScript])[] = [
  [
    'two commands in turns that fail, with the time in each result and words beside each call',
    (client) =>
      unlessAside(({ toolResults: { length } }) => ({
        text: `Step ${length + 1}: I look again.`,
        toolCalls: [client.shell(`${STAMP}; ${length % 2 === 0 ? 'cat no.txt' : 'ls nowhere'}`)],
      })),
  ],
  [
    'the same three calls in each answer, two of them alike',
    (client) =>
      unlessAside(() => ({
        toolCalls: ['ls', 'ls', 'cat attic.txt'].map((command) => client.shell(command)),
      })),
  ],
];

interface Found {
  readonly calls: number;
  readonly stopped_at_call: number;
  readonly scores: readonly number[];
}

async function foundByScan({ home }: Lab): Promise<readonly Found[]> {
  const { stdout } = await runTripwire(['scan', '--json'], '', { HOME: home });
  return (JSON.parse(stdout) as { readonly stuck: readonly Found[] }).stuck;
}

/** How many calls the gate had judged when it stopped the agent, and how many of them in the request that it refused. */
async function callsJudgedLive({ store }: Lab) {
  const rows = await store.read(AGENT, 1, READ_LIMIT_MAX);
  const requests = rows
    .map(({ body }) => JSON.parse(body) as { record?: { observed?: { digests?: Digest[] } } })
    .map(({ record }) => record?.observed?.digests ?? [])
    .map((digests) => digests.filter(({ kind }) => kind === 'tool').length)
    .filter((calls) => calls > 0);
  return { all: requests.reduce((sum, calls) => sum + calls, 0), last: requests.at(-1) ?? 0 };
}

interface Digest {
  readonly kind: string;
}

const keepers = plainClients.filter(({ isKeptWhenRefused }) => isKeptWhenRefused);
const clients: readonly TriedClient[] = [claudeCode, codex, geminiCli, opencodeOnChat, ...keepers];
const each = clients.map((client) => ({ client, title: client.title }));

describe.each(each)('$title', ({ client }) => {
  test.each(stuck)('%s', async (_, script) => {
    const place = await openLab(client, script(client));
    onTestFinished(async () => {
      endHomeProcesses(place.home);
      await place.close();
    });
    await place.run(TASK);
    expect(place.arrivals.refused.length).toBeGreaterThan(0);
    const { loop_score: score } = await place.gate.agent(AGENT);
    const found = await foundByScan(place);
    expect(found).toHaveLength(1);
    expect(found[0]?.scores.at(-1)).toBeCloseTo(score ?? 0, 1);
    // A request brings the results of a whole answer: it was refused for one of them.
    const judged = await callsJudgedLive(place);
    expect(found[0]?.calls).toBe(judged.all);
    expect(found[0]?.stopped_at_call).toBeGreaterThan(judged.all - judged.last);
  });
});
