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

interface Stuck {
  readonly what: string;
  readonly script: (client: TriedClient, project: () => string) => FakeScript;
  /** Tools of the client fail: its transcript says so in a field that OpenAI's formats have no place for. */
  readonly toolsFail?: true;
}

/** What a stuck model does in each answer. */
const stuck: readonly Stuck[] = [
  {
    what: 'two commands in turns that fail, with the time in each result and words beside each call',
    script: (client) =>
      unlessAside(({ toolResults: { length } }) => ({
        text: `Step ${length + 1}: I look again.`,
        toolCalls: [client.shell(`${STAMP}; ${length % 2 === 0 ? 'cat no.txt' : 'ls nowhere'}`)],
      })),
  },
  {
    what: 'the same three calls in each answer, two of them alike',
    script: (client) =>
      unlessAside(() => ({
        toolCalls: ['ls', 'ls', 'cat attic.txt'].map((command) => client.shell(command)),
      })),
  },
  {
    what: 'two files in turns that are not there',
    toolsFail: true,
    script: (client, project) =>
      unlessAside(({ toolResults: { length } }) => ({
        toolCalls: [client.read(length % 2 === 0 ? 'no.txt' : 'never.txt', project())],
      })),
  },
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
  test.each(stuck)('$what', async ({ script, toolsFail }) => {
    let project = '';
    const place = await openLab(
      client,
      script(client, () => project),
    );
    ({ project } = place);
    onTestFinished(async () => {
      endHomeProcesses(place.home);
      await place.close();
    });
    await place.run(TASK);
    expect(place.arrivals.refused.length).toBeGreaterThan(0);
    const { loop_score: score } = await place.gate.agent(AGENT);
    const found = await foundByScan(place);
    expect(found).toHaveLength(1);
    const { calls, stopped_at_call: stoppedAt = 0, scores = [] } = found[0] ?? {};
    const judged = await callsJudgedLive(place);
    expect(calls).toBe(judged.all);
    if (toolsFail === true && client.provider === 'openai') {
      expect(stoppedAt).toBeGreaterThanOrEqual(judged.all - 1);
      return;
    }
    expect(scores.at(-1)).toBeCloseTo(score ?? 0, 1);
    // A request brings the results of a whole answer: it was refused for one of them.
    expect(stoppedAt).toBeGreaterThan(judged.all - judged.last);
  });
});
