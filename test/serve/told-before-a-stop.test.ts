/**
 * What an agent hears before it is stopped, by each way in, and that a stop has one count of calls wherever it is shown.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { GuardedSession, openGate } from '../../src/adapters/index.ts';
import { MarkdownSection, Prompt, PromptTemplate } from '../../src/guardrails/index.ts';
import { demoScript, fakeTool, type FakeScript } from '../../src/testing/index.ts';
import { startReceiver } from '../control/receiver.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

const NOTE = '[Note from Tripwire]';
const SAID = /You called `\w+` 3 times and got the same result each time\. Do not repeat/;
const COMMAND = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const MCP_SERVER = fileURLToPath(new URL('../cli/mcp-server.ts', import.meta.url));

interface Incident {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly told: { readonly at: number; readonly way: string; readonly words: string } | null;
  readonly cost: { readonly tokens_since: number; readonly calls_since: number };
}

/** A model that runs the tests again and again, until it reads the note; a deaf one does not read. */
const model: FakeScript = (turn) => {
  const text = JSON.stringify(turn.body);
  const heard = text.includes(NOTE) && !text.includes('"deaf"');
  return heard ? { text: 'The tests fail, and I know why.' } : demoScript(turn);
};

function looping(at: WholeServer, agent: string, as: string) {
  return at.agent('looping', agent, { model: as, requestsMax: 12 });
}

/** The newest stop of an agent, in full. */
async function incidentOf(at: WholeServer, agent: string): Promise<Incident> {
  const [newest] = await at.api<readonly Incident[]>(`/api/incidents?agent=${agent}`);
  if (newest === undefined) throw new Error(`${agent} was not stopped`);
  return at.api<Incident>(`/api/incidents/${encodeURIComponent(newest.id)}`);
}

/** What is noted as told to an agent, in the journal. */
async function notesOf(at: WholeServer, agent: string): Promise<readonly string[]> {
  const found = await at.api<
    readonly { readonly reason: string; readonly details: { readonly told?: string } }[]
  >(`/api/agents/${agent}/events?type=note&limit=100`);
  return found.flatMap(({ reason, details: { told } }) =>
    told === undefined ? [] : [`${told}: ${reason}`],
  );
}

const YAML = 'steer: wire\n';

verifies(
  'X11',
  'a request carries the warning once, and one who reads it is not stopped',
  async () => {
    const at = await wholeServer({ yaml: YAML, script: model });
    expect(await looping(at, 'sam', 'hears')).toMatchObject({ reason: 'finished' });
    const bodies = at.provider.requests.map(({ body }) => JSON.stringify(body));
    expect(bodies.filter((body) => body.includes(NOTE))).toHaveLength(1);
    expect(await notesOf(at, 'sam')).toEqual([
      expect.stringMatching(/^wire: You called `run_tests` 3/),
    ]);
    expect(await at.api('/api/incidents?agent=sam')).toEqual([]);
  },
);

verifies(
  'X11',
  'a hook, a library call and an MCP server carry it with a tool result',
  async () => {
    const at = await wholeServer({ yaml: YAML });
    const env = { TRIPWIRE_URL: at.server.url };

    const shell = fakeTool('bash', { answer: () => 'nothing' });
    const section = new MarkdownSection({ tools: [shell] });
    const template = new PromptTemplate({ ns: 'test', key: 'told', sections: [section] });
    const gate = await openGate({ agent: 'lib', env });
    const session = new GuardedSession('s', { prompt: new Prompt({ template }), gate });
    const heard: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      heard.push(JSON.stringify(await session.runTool('bash', { command: 'cat notes' })));
    }
    expect(heard.filter((one) => SAID.test(one))).toEqual([heard[2]]);
    expect(await notesOf(at, 'lib')).toEqual([expect.stringMatching(/^adapter: You called/)]);

    const client = new Client({ name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    const cwd = temporaryFolder();
    const args = ['mcp', '--', process.execPath, MCP_SERVER, join(cwd, 'ran.log')];
    const base = { HOME: temporaryFolder(), PATH: process.env['PATH'] ?? '' };
    await client.connect(
      new StdioClientTransport({
        command: COMMAND,
        args,
        cwd,
        env: { ...base, ...env, TRIPWIRE_AGENT: 'tools' },
      }),
    );
    const read: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { content } = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
      read.push(JSON.stringify(content));
    }
    expect(read.filter((one) => SAID.test(one))).toHaveLength(1);
  },
);

verifies(
  'X11',
  'an incident says whether, when and how the agent was told; one count everywhere',
  async () => {
    const at = await wholeServer({ yaml: YAML, script: model });
    const receiver = await startReceiver();
    const target = { kind: 'webhook', url: `${receiver.url}/in` };
    await at.api('/api/alert-channels', { name: 'hook', allow_private: true, target });
    const titles: string[] = [];
    at.server.gate.onEvent(({ title }) => title !== undefined && titles.push(title));
    const refused = await looping(at, 'deaf-one', 'deaf');
    expect(refused.reason).toBe('refused');
    const incident = await incidentOf(at, 'deaf-one');
    expect(incident.told).toMatchObject({ way: 'wire' });
    expect(incident.told?.words).toMatch(SAID);
    expect(incident.told?.at).toBeLessThanOrEqual(incident.at);

    const counts = (text: string) => [...new Set(text.match(/\b\d+ (?:times|calls)\b/g) ?? [])];
    expect(incident.title).toMatch(/^Ran `npm test` 5 times in .*; same failure each time/);
    expect(titles).toEqual([incident.title]);
    const { tokens_since: tokens, calls_since: requests } = incident.cost;
    const cost = `${tokens.toLocaleString('en')} tokens`;
    const explained = (await runTripwire(['explain', 'deaf-one'], '', { HOME: dirname(at.data) }))
      .stdout;
    const [alert] = await receiver.until(1);
    for (const text of [refused.message, explained, alert?.body ?? '']) {
      expect(text).toContain(incident.title);
      expect(counts(text)).toEqual(['5 times']);
    }
    expect(explained).toContain(`; ${cost} since the loop began; `);
    expect(alert?.body).toContain(`${cost} in ${requests} requests since the loop began`);

    // Nobody was told before a person stops an agent, and its incident does not claim it.
    await looping(at, 'calm', 'hears');
    await at.api('/api/agents/calm/deactivate', { by: 'ada', why: 'enough' });
    expect(await incidentOf(at, 'calm')).toMatchObject({
      title: 'Stopped by ada: enough',
      told: null,
    });
  },
);

verifies(
  'X11',
  'through hooks too: told with a result, and a refused call is not counted',
  async () => {
    const at = await wholeServer({ yaml: YAML });
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, '.git'));
    const env = { HOME: dirname(at.data), TRIPWIRE_URL: at.server.url };
    const hook = async (turn: number, event: object): Promise<string> => {
      const call = {
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_use_id: `t${turn}`,
      };
      const payload = { session_id: 's1', transcript_path: '', cwd, ...call, ...event };
      return (await runTripwire(['hook', 'claude-code'], JSON.stringify(payload), env)).stdout;
    };
    const answers: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await hook(turn, { hook_event_name: 'PreToolUse' })).toBe('');
      const after = { hook_event_name: 'PostToolUse', tool_response: { stdout: '1 failed' } };
      answers.push(await hook(turn, after));
    }
    expect(answers.filter((one) => SAID.test(one))).toEqual([answers[2]]);
    expect(answers[4]).toContain('"continue":false');
    const refusal = await hook(6, { hook_event_name: 'PreToolUse' });
    expect(await incidentOf(at, 'claude')).toMatchObject({ told: { way: 'hook' } });
    for (const text of [answers[4] ?? '', refusal]) {
      expect(text).toMatch(/Stopped by Tripwire: Ran `npm test` 5 times/);
      expect(text).not.toMatch(/[46] (?:times|calls)/);
    }
  },
);
