/** What a person says about a stop: the run becomes a case, and what is exempted has a scope, an end and a way back. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type {
  Agent,
  Answer,
  ApiEvent,
  Incident,
  IncidentSummary,
} from '../../src/control/api/client.ts';
import { detectThread, digestEvent, type TranscriptEvent } from '../../src/detect/index.ts';
import type { Gate, TimeSource } from '../../src/gate/index.ts';
import { readCorpus, type CorpusRun } from '../../src/transcripts/index.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';
import { asking, callOnce, loop, runningControl } from './running-control.ts';

vi.setConfig({ testTimeout: 60_000 });

type Case = Answer<'POST /api/incidents/:id/case'>;
type Healthy = Answer<'POST /api/incidents/:id/healthy'>;

/** A looping agent, stopped, with its texts on the disk where they are kept. */
async function stopped(whole: WholeServer, hasTexts = true): Promise<string> {
  await whole.agent('looping', 'looper');
  const [newest] = await whole.api<IncidentSummary[]>('/api/incidents?agent=looper');
  const path = `/api/incidents/${encodeURIComponent(newest?.id ?? '')}`;
  if (hasTexts) {
    await expect
      .poll(async () => (await whole.api<Incident>(path)).evidence, { timeout: 30_000 })
      .not.toBeNull();
  }
  return path;
}

async function readBack(file: string): Promise<CorpusRun> {
  for await (const run of readCorpus([file], ({ problem }) => expect.fail(problem))) return run;
  return expect.fail('no case was written');
}

const isCaught = ({ threads }: CorpusRun) =>
  threads.some((thread) => detectThread(thread).firedAt !== null);

describe('a stopped run as a case', () => {
  test('is written where the benchmark reads it, labelled, and recorded as a person’s act', async () => {
    const whole = await wholeServer();
    const path = await stopped(whole);
    const made = await whole.api<Case>(`${path}/case`, { label: 'healthy', why: 'a slow build' });
    expect(made).toMatchObject({ label: 'healthy', content_free: false, still_stopped: true });
    expect(made.incident).toMatchObject({ marked: 'healthy', healthy: true });
    expect(made.file.startsWith(join(whole.data, 'cases'))).toBe(true);
    expect(statSync(made.file).mode & 0o777).toBe(0o600);
    const run = await readBack(made.file);
    expect(run).toMatchObject({ expect: 'not_stuck', caseClass: 'semantic' });
    expect(isCaught(run)).toBe(true);
    expect(readFileSync(made.file, 'utf8')).toContain('npm test');
    const events = await whole.api<ApiEvent[]>('/api/events?type=note');
    expect(JSON.stringify(events)).toMatch(/called the run of the stop .* healthy: a slow build/);
    const agent = await whole.api<Agent>('/api/agents/looper');
    expect(agent.kill_switch.exceptions, 'a case exempts nobody').toEqual([]);
  });

  test('has no texts on request, is still judged the same, and replaces what was said before', async () => {
    const whole = await wholeServer();
    const path = await stopped(whole);
    await whole.api<Case>(`${path}/case`, { label: 'healthy' });
    const made = await whole.api<Case>(`${path}/case`, { label: 'stuck', content_free: true });
    expect(made).toMatchObject({ content_free: true, still_stopped: true });
    expect(readdirSync(join(whole.data, 'cases'))).toHaveLength(1);
    const text = readFileSync(made.file, 'utf8');
    for (const word of ['npm', 'FAIL', 'looper']) expect(text).not.toContain(word);
    const run = await readBack(made.file);
    expect(run.expect).toBe('stuck');
    expect(run.loopStart).not.toBeNull();
    expect(isCaught(run)).toBe(true);
  });

  test('is made from digests where no text was kept', async () => {
    const whole = await wholeServer({ yaml: 'capture: none\n' });
    const made = await whole.api<Case>(`${await stopped(whole, false)}/case`, { label: 'stuck' });
    expect(made).toMatchObject({ content_free: true, still_stopped: true });
    expect(isCaught(await readBack(made.file))).toBe(true);
    const wrong = await whole.api<{ readonly detail: string }>(
      `${await stopped(whole, false)}/case`,
      { label: 'fine' },
    );
    expect(JSON.stringify(wrong)).toContain('must be healthy or stuck');
  });

  test('a healthy run that a person stopped can be kept, too', async () => {
    const whole = await wholeServer();
    await whole.agent('healthy', 'worker', { steps: 6 });
    await whole.api('/api/agents/worker/deactivate', { why: 'lunch' });
    const [newest] = await whole.api<IncidentSummary[]>('/api/incidents?agent=worker');
    const path = `/api/incidents/${encodeURIComponent(newest?.id ?? '')}`;
    const made = await whole.api<Case>(`${path}/case`, { label: 'healthy', content_free: true });
    expect(made.still_stopped).toBe(false);
  });
});

const post = (body: object = {}) => ({ method: 'POST', body });

/** The same call of a tool, often enough for a kill switch; whether it was stopped. */
async function isStopped(gate: Gate, tool: string, at: string): Promise<boolean> {
  const call: TranscriptEvent = { kind: 'tool', tool, args: { at }, result: `${at}=1` };
  const observed = { digests: [digestEvent(call)] };
  for (let turn = 0; turn < 6; turn += 1) {
    const { allowed } = await callOnce(gate, asking('crawler', { observed }));
    if (!allowed) return true;
  }
  return false;
}

async function afterStop(time?: TimeSource) {
  const running = await runningControl({
    killSwitch: { enabled: true },
    ...(time === undefined ? {} : { time }),
  });
  const { gate, ask } = running;
  await loop(gate, 'crawler');
  const [summary] = (await ask('/api/incidents')).body as IncidentSummary[];
  const path = `/api/incidents/${encodeURIComponent(summary?.id ?? '')}/healthy`;
  const release = () => ask('/api/agents/crawler/activate', post());
  await release();
  return { ...running, path, release };
}

describe('an exemption', () => {
  test('is shown before it is made, and then nothing has changed', async () => {
    const { ask, store, path } = await afterStop();
    const heads = await store.heads();
    const { body } = await ask(path, post({ scope: 'call', preview: true }));
    expect(body as Healthy).toMatchObject({
      exception: { tool: 'look', is: 'healthy', call: expect.any(String) as string },
      backtest: { stops: [], lost: [{ kind: 'kill_switch' }] },
      incident: { healthy: false },
    });
    expect(await store.heads()).toEqual(heads);
  });

  test('of one call lets that call repeat, and no other', async () => {
    const { gate, ask, path, release } = await afterStop();
    await ask(path, post({ scope: 'call' }));
    expect(await isStopped(gate, 'look', 'a')).toBe(false);
    expect(await isStopped(gate, 'look', 'elsewhere')).toBe(true);
    await release();
    const { kill_switch: before } = (await ask('/api/agents/crawler')).body as Agent;
    expect(before.exceptions).toHaveLength(1);
    const patch = { method: 'PATCH', body: { exceptions: [] } };
    await ask('/api/agents/crawler/kill-switch', patch);
    expect(await isStopped(gate, 'look', 'a'), 'removed, it stops again').toBe(true);
  });

  test('of everything reports and does not stop, and has to end', async () => {
    let nowMs = 1_800_000_000_000;
    const time = { wallMs: () => nowMs, monotonicMs: () => nowMs };
    const { gate, ask, path, release, store } = await afterStop(time);
    expect((await ask(path, post({ scope: 'agent' }))).status).toBe(400);
    await ask(path, post({ scope: 'agent', for_s: 3_600 }));
    expect(await isStopped(gate, 'look', 'a')).toBe(false);
    expect(await isStopped(gate, 'other', 'b')).toBe(false);
    const would = await store.events({ agent: 'crawler', type: 'kill_switch_shadow', limit: 10 });
    expect(would.length).toBeGreaterThan(0);
    nowMs += 3_600_001;
    await release();
    expect(await isStopped(gate, 'look', 'c'), 'an hour later').toBe(true);
  });

  test('wrong words change nothing', async () => {
    const { ask, path } = await afterStop();
    for (const body of [{ scope: 'all' }, { for_s: 1 }, { preview: 'yes' }]) {
      expect((await ask(path, post(body))).status).toBe(400);
    }
    const { kill_switch: killSwitch } = (await ask('/api/agents/crawler')).body as Agent;
    expect(killSwitch.exceptions).toEqual([]);
  });
});
