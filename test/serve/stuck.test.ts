/**
 * Stuck without looping: each way has a code, a sign, an alert and, where configured, an act; and a healthy twin that is left
 * alone. Nothing of it is a loop.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { FakeAnswer, FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 120_000 });

interface View {
  readonly stuck: readonly { readonly code: string; readonly why: string }[];
  readonly holds: readonly {
    readonly hold: string;
    readonly until?: number;
    readonly title: string;
  }[];
}
interface Told {
  readonly rule: string;
  readonly state: string;
  readonly numbers: string;
  readonly agent: string;
}

interface Event {
  readonly event_type: string;
  readonly reason: string;
}

const PATIENCE = { timeout: 60_000, interval: 100 };

interface Door {
  readonly stream?: boolean;
  readonly provider?: string;
  readonly signal?: AbortSignal;
}

/** A request of an agent; a stream unless it is said otherwise. */
async function ask(
  { server }: Pick<WholeServer, 'server'>,
  agent: string,
  says: string,
  { stream = true, provider = 'openai', signal }: Door = {},
): Promise<string> {
  const answer = await fetch(`${server.url}/agents/${agent}/${provider}/v1/chat/completions`, {
    method: 'POST',
    ...(signal === undefined ? {} : { signal }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: says }], stream }),
  });
  return `${answer.status} ${await answer.text()}`;
}

type Api = Pick<WholeServer, 'api'>;
const viewOf = ({ api }: Api, agent: string) => api<View>(`/api/agents/${agent}`);
const codesOf = async (at: Api, agent: string) =>
  (await viewOf(at, agent)).stuck.map(({ code }) => code);

/** Waits for the sign, and for the alert with its code. */
async function stuck(at: Api, agent: string, code: string): Promise<View> {
  await vi.waitFor(async () => expect(await codesOf(at, agent)).toContain(code), PATIENCE);
  await vi.waitFor(async () => {
    const alerts = await at.api<readonly Told[]>('/api/alerts?state=firing');
    const own = alerts.filter((one) => one.agent === agent && one.rule === 'stuck');
    expect(own.map(({ numbers }) => numbers.split(':')[0])).toContain(code);
  }, PATIENCE);
  return viewOf(at, agent);
}

/** Waits until the sign is gone and the alert is over. */
async function free(at: Api, agent: string, code: string): Promise<void> {
  await vi.waitFor(async () => expect(await codesOf(at, agent)).not.toContain(code), PATIENCE);
  await vi.waitFor(async () => {
    const alerts = await at.api<readonly Told[]>('/api/alerts?state=resolved');
    expect(alerts.some((one) => one.agent === agent && one.rule === 'stuck')).toBe(true);
  }, PATIENCE);
}

/** Nothing was held for a loop, and nothing else: the kill switch is on in these servers. */
async function unheld(at: Api, agent: string): Promise<void> {
  expect((await viewOf(at, agent)).holds).toEqual([]);
  const events = await at.api<readonly { event_type: string }[]>(`/api/agents/${agent}/events`);
  expect(events.map((one) => one.event_type)).not.toContain('kill_switch');
}

describe('a stream that stalls', () => {
  const script: FakeScript = ({ lastUserText }, index) =>
    lastUserText.includes('stall') && index === 0
      ? { text: 'this answer never ends', pace: { hangAfterChunks: 1 } }
      : lastUserText.includes('slowly')
        ? { text: 'one two three four', pace: { chunkChars: 2, chunkDelayMs: 300 } }
        : { text: 'a whole answer' };

  verifies('X20', 'is cut where that is configured, and the client asks again', async () => {
    const yaml = 'stuck: { stream: { seconds: 1, act: cut } }\n';
    const at = await wholeServer({ script, yaml });
    await expect(ask(at, 'sam', 'stall')).rejects.toThrow();
    expect(await ask(at, 'sam', 'stall')).toContain('whole answer');
    await free(at, 'sam', 'STREAM_STALLED');
    const events = await at.api<readonly { reason: string }[]>('/api/agents/sam/events');
    expect(events.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('stalled: nothing came for 1 s; it was cut'),
    );
    await unheld(at, 'sam');
  });

  verifies('X20', 'is only told of without that; a slow one is left alone', async () => {
    const at = await wholeServer({ script, yaml: 'stuck: { stream: { seconds: 2 } }\n' });
    const gone = new AbortController();
    const asking = ask(at, 'sam', 'stall', { signal: gone.signal }).catch(() => 'gone');
    await vi.waitFor(() => expect(at.provider.requests).toHaveLength(1), PATIENCE);
    const slow = ask(at, 'kim', 'slowly');
    await stuck(at, 'sam', 'STREAM_STALLED');
    expect(await slow).toMatch(/^200/);
    gone.abort();
    expect(await asking).toBe('gone');
    await free(at, 'sam', 'STREAM_STALLED');
    expect(await codesOf(at, 'kim')).toEqual([]);
  });
});

verifies(
  'X20',
  'a client that does not come back with a result seems to wait at a dialog',
  async () => {
    const script: FakeScript = ({ lastUserText }) =>
      lastUserText.includes('tool')
        ? { toolCalls: [{ name: 'Bash', args: { command: 'rm -r build' } }] }
        : { text: 'done' };
    const at = await wholeServer({ script, yaml: 'stuck: { dialog: { seconds: 1 } }\n' });
    expect(await ask(at, 'kim', 'finish')).toMatch(/^200/);
    expect(await ask(at, 'sam', 'call a tool')).toMatch(/^200/);
    await stuck(at, 'sam', 'CLIENT_WAITING');
    // One that has finished waits for nobody.
    expect(await codesOf(at, 'kim')).toEqual([]);
    expect(await ask(at, 'sam', 'finish')).toMatch(/^200/);
    await free(at, 'sam', 'CLIENT_WAITING');
    await unheld(at, 'sam');
  },
);

describe('a usage limit', () => {
  const limited = (headers: FakeAnswer['headers']): FakeAnswer => ({
    status: 429,
    error: { message: 'usage limit reached' },
    ...(headers === undefined ? {} : { headers }),
  });

  verifies(
    'X20',
    'parks until the reset where configured; a limit by the minute does not',
    async () => {
      let answer: FakeAnswer = limited({ 'retry-after': '3600' });
      const at = await wholeServer({
        script: () => answer,
        yaml: 'stuck: { limit: { act: park } }\n',
      });
      expect(await ask(at, 'sam', 'one')).toMatch(/^429/);
      const { holds } = await stuck(at, 'sam', 'USAGE_LIMIT');
      expect(holds).toMatchObject([{ hold: 'parked' }]);
      expect(holds[0]?.title).toContain('usage limit');
      expect((holds[0]?.until ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
      const before = at.provider.requests.length;
      expect(await ask(at, 'sam', 'two')).toContain('agent_stopped');
      expect(at.provider.requests).toHaveLength(before);

      answer = limited({ 'retry-after': '2' });
      for (const says of ['one', 'two', 'three'])
        expect(await ask(at, 'kim', says)).toMatch(/^429/);
      answer = { text: 'fine' };
      expect(await ask(at, 'kim', 'four')).toMatch(/^200/);
      await unheld(at, 'kim');
      expect(await codesOf(at, 'kim')).toEqual([]);

      // A person who knows better is not overruled by the same limit.
      answer = limited({ 'retry-after': '3600' });
      await at.api('/api/agents/sam/resume', { by: 'bob', why: 'I raised it' });
      expect(await ask(at, 'sam', 'three')).toMatch(/^429/);
      answer = { text: 'fine' };
      expect(await ask(at, 'sam', 'four')).toMatch(/^200/);
      await free(at, 'sam', 'USAGE_LIMIT');
    },
  );
});

/** A gateway that puts an outage into answers that call themselves successful, as long as it is down. */
async function gateway(): Promise<{ readonly url: string; mend(): void }> {
  let isDown = true;
  const fine = {
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5, completion_tokens: 5 },
  };
  const server = createServer((request, response) => {
    request.resume();
    const body = isDown ? { error: { code: 503, message: 'no healthy upstream' } } : fine;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, mend: () => (isDown = false) };
}

verifies(
  'X20',
  'an outage, also inside answers that call themselves successful, is no loop',
  async () => {
    let isDown = true;
    const script: FakeScript = ({ lastUserText }) =>
      isDown ? { status: 503, error: { message: 'overloaded' } } : { text: `You: ${lastUserText}` };
    const other = await gateway();
    const at = await wholeServer({
      script,
      yaml: `stuck: { outage: { calls: 12, seconds: 0 } }
upstreams: { gateway: { url: '${other.url}', format: openai } }
`,
    });
    const whole = { stream: false };
    const doors = { sam: whole, ann: { ...whole, provider: 'gateway' } };
    for (const [agent, door] of Object.entries(doors)) {
      for (let call = 0; call < 11; call += 1) await ask(at, agent, 'again', door);
    }
    for (const [agent, door] of Object.entries(doors)) {
      expect(await codesOf(at, agent)).toEqual([]);
      await ask(at, agent, 'again', door);
      await stuck(at, agent, 'PROVIDER_DOWN');
      await unheld(at, agent);
    }
    isDown = false;
    other.mend();
    for (const [agent, door] of Object.entries(doors)) {
      expect(await ask(at, agent, 'at last', door)).toMatch(/^200/);
      await free(at, agent, 'PROVIDER_DOWN');
    }
  },
);

let fetches = 0;

/** An agent whose one tool answers with this, until its model says that it is done. */
async function fetching(
  at: Pick<WholeServer, 'server'>,
  agent: string,
  results: readonly string[],
) {
  fetches += 1;
  const messages: object[] = [{ role: 'user', content: `fetch the orders of day ${fetches}` }];
  for (const [index, content] of [null, ...results].entries()) {
    if (content !== null) {
      const call = { name: 'http_get', arguments: '{"url":"https://example.com/orders"}' };
      const id = `call-${index}`;
      messages.push({ role: 'assistant', tool_calls: [{ id, type: 'function', function: call }] });
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
    const answer = await fetch(`${at.server.url}/agents/${agent}/openai/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
      body: JSON.stringify({ model: 'm', messages }),
    });
    if (answer.status !== 200) return `${answer.status} ${await answer.text()}`;
    await answer.arrayBuffer();
  }
  return 'done';
}

verifies(
  'X20',
  'an outage inside the results of a tool, which call themselves successful, is no loop',
  async () => {
    const args = { url: 'https://example.com/orders' };
    const at = await wholeServer({
      script: () => ({ toolCalls: [{ name: 'http_get', args }] }),
      yaml: 'stuck: { outage: { calls: 4, seconds: 0, act: park } }\n',
    });
    const down = '{"ok":true,"status":503,"body":"Service Unavailable"}';
    const orders = (index: number) => `{"ok":true,"status":200,"body":"order ${index} of ann"}`;
    const up = Array.from({ length: 8 }, (_, index) => orders(index));
    expect(await fetching(at, 'kim', up)).toBe('done');
    expect(await fetching(at, 'sam', [down, down, down])).toBe('done');
    expect(await codesOf(at, 'sam')).toEqual([]);
    expect(await fetching(at, 'sam', [down, down, down, down])).toBe('done');
    const { holds } = await stuck(at, 'sam', 'TOOL_DOWN');
    expect(holds).toMatchObject([{ hold: 'parked' }]);
    expect(await fetching(at, 'sam', [down])).toContain('agent_stopped');
    await at.api('/api/agents/sam/resume', { by: 'bob', why: 'it is up again' });
    expect(await fetching(at, 'sam', up)).toBe('done');
    await free(at, 'sam', 'TOOL_DOWN');
    await unheld(at, 'sam');
    expect(await codesOf(at, 'kim')).toEqual([]);
  },
);

verifies('X20', 'wakes for nothing are slowed; wakes that find work are not', async () => {
  const script: FakeScript = ({ lastUserText }, index) =>
    lastUserText.includes('work')
      ? { text: `Ticket ${index} was about ${'abcdefgh'[index % 8]?.repeat(9)}; it is closed.` }
      : { text: 'HEARTBEAT_OK, there is nothing to do.' };
  const yaml = 'stuck: { wakes: { count: 3, pause_seconds: 1, act: slow } }\n';
  const at = await wholeServer({ script, yaml });
  for (let wake = 0; wake < 3; wake += 1) {
    // Longer than the pause, so that each call is a wake.
    if (wake > 0) await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await ask(at, 'sam', 'Read HEARTBEAT.md and do what it says.')).toMatch(/^200/);
    const ticket = `work on ticket ${wake} ${'wxyz'[wake]?.repeat(20)}`;
    expect(await ask(at, 'kim', ticket)).toMatch(/^200/);
  }
  await stuck(at, 'sam', 'EMPTY_WAKES');
  // Parked for a while, and then not any more, without anybody's help.
  await vi.waitFor(async () => {
    const events = await at.api<readonly Event[]>('/api/agents/sam/events');
    const parking = events.filter(({ reason }) => reason.startsWith('parked: it woke 3 times'));
    expect(parking.map((one) => one.event_type).toSorted()).toEqual(['hold', 'release']);
  }, PATIENCE);
  await unheld(at, 'sam');
  expect(await ask(at, 'sam', 'There is work: close the ticket about printers.')).toMatch(/^200/);
  await free(at, 'sam', 'EMPTY_WAKES');
  expect(await codesOf(at, 'kim')).toEqual([]);
});

verifies(
  'X20',
  'a process that crashes again and again has a name; restarts are bounded',
  async () => {
    const home = await newHome();
    home.configure('stuck: { crashes: { count: 2, seconds: 600 } }\n');
    onTestFinished(() => home.provider.close());
    const server = await startTripwire(home);
    onTestFinished(async () => void (await server.end()));
    const run = (agent: string, script: string, ...more: readonly string[]) =>
      runTripwire(['run', '--agent', agent, ...more, '--', 'sh', '-c', script], '', home.env);
    const ended = await run('sam', 'exit 7', '--restart', '1');
    expect(ended, ended.stderr).toMatchObject({ code: 7 });
    expect(ended.stderr).toContain('restart 1 of 1 in 1 s');
    await stuck(server, 'sam', 'CRASH_LOOP');
    expect((await run('sam', 'exit 0')).code).toBe(0);
    await free(server, 'sam', 'CRASH_LOOP');
    expect((await run('kim', 'exit 0', '--restart', '3')).code).toBe(0);
    expect(await codesOf(server, 'kim')).toEqual([]);
  },
);
