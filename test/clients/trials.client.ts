/** Real coding agents through the real proxy: work goes through, a loop is killed, a stop reaches what is under way. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Store } from '../../src/store/index.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { heldStore } from '../proxy/held-store.ts';
import { claudeCode } from './claude-code.ts';
import { writeClientsDocument } from './clients-document.ts';
import { codex, codexBuiltIn } from './codex.ts';
import { findingOf, type Finding } from './findings.ts';
import { geminiCli } from './gemini-cli.ts';
import { AGENT, openLab, type Lab } from './lab.ts';
import { opencodeOnChat, opencodeOnMessages, opencodeOnResponses } from './opencode.ts';
import { recordHeaders } from './recorded-headers.ts';
import {
  callsForbidden,
  compactedInBetween,
  DONE,
  FORBIDDEN_FILE,
  GO_ON_FILE,
  hangsInText,
  loop,
  STEPS,
  STEPS_BEFORE_COMPACTION,
  subagentLoop,
  tenSteps,
} from './task-scripts.ts';
import type { TriedClient } from './tried-client.ts';

const tried: readonly TriedClient[] = [
  claudeCode,
  codex,
  codexBuiltIn,
  geminiCli,
  opencodeOnMessages,
  opencodeOnChat,
  opencodeOnResponses,
];

const TASK = 'find the cat';
const stop = { agent: AGENT, action: 'deactivate', by: 'ann', why: 'seen enough' } as const;
const patient = { timeout: 240_000, interval: 10 };
const TRIALS = 7;
const findings: Finding[] = [];
const writes = process.env['TRIPWIRE_WRITE_DOCS'] === '1';

async function lab(client: TriedClient, script: FakeScript, store?: Store): Promise<Lab> {
  const opened = await openLab(client, script, store);
  onTestFinished(() => opened.close());
  return opened;
}

/** The one session that the gate knows is the one that the client named. */
async function expectSession({ sessionHeader }: TriedClient, place: Lab) {
  const { gate, arrivals } = place;
  const { sessions } = await gate.agent(AGENT);
  const seen = await place.threads();
  const named = sessions.map(({ id }) => id).filter((id) => id !== 'main');
  if (sessionHeader === null) {
    expect(named).toEqual([]);
    expect(seen.every(({ session }) => session === null)).toBe(true);
    return;
  }
  const [first] = arrivals.all;
  const at = first?.rawHeaders.findIndex((name) => name.toLowerCase() === sessionHeader) ?? -1;
  expect(named).toEqual([first?.rawHeaders[at + 1]]);
}

async function deactivatedBy({ gate }: Lab) {
  const { deactivated_by: whole, sessions } = await gate.agent(AGENT);
  return sessions.find(({ id }) => id !== 'main')?.deactivated_by ?? whole;
}

/** The score at which `tripwire scan` finds the one stuck run of this home; null when it finds none. */
async function scannedScore({ home }: Lab): Promise<number | null> {
  const { stdout } = await runTripwire(['scan', '--json'], '', { HOME: home });
  const { stuck } = JSON.parse(stdout) as {
    readonly stuck: readonly { readonly scores: readonly number[] }[];
  };
  return stuck.length === 1 ? (stuck[0]?.scores.at(-1) ?? null) : null;
}

/** Steps are one thread; what is asked beside them is told apart. */
function stepThreads(seen: Awaited<ReturnType<Lab['threads']>>): readonly string[] {
  const steps = seen.filter(({ purpose, thread }) => purpose === 'step' && thread !== null);
  return [...new Set(steps.map(({ thread }) => thread ?? ''))];
}

const each = tried.map((client) => ({ client, title: client.title }));

describe.each(each)('$title', ({ client }) => {
  test('a task of ten steps with tools goes through', async () => {
    let project = '';
    const place = await lab(
      client,
      tenSteps(client, () => project),
    );
    ({ project } = place);
    const run = await place.run(TASK);
    findings.push(findingOf(client, 'ten steps', run, place.arrivals));
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(DONE);
    expect(place.arrivals.refused).toEqual([]);
    expect(existsSync(join(project, `note-${STEPS - 1}.txt`))).toBe(true);
    expect(await deactivatedBy(place)).toBeNull();
    expect(await place.gate.agent(AGENT)).toMatchObject({ kill_switch: { enabled: true } });
    expect(stepThreads(await place.threads())).toHaveLength(1);
    await expectSession(client, place);
  });

  test('a loop is killed, with one refused request', async () => {
    const place = await lab(client, loop(client));
    const run = await place.run(TASK);
    findings.push(findingOf(client, 'loop', run, place.arrivals));
    expect(run.exitCode).toBe(1);
    expect(`${run.stdout}${run.stderr}`).toMatch(/kill_switch.*tripwire (?:resume|status) sam/);
    expect(place.arrivals.refused).toHaveLength(1);
    expect(place.arrivals.all.at(-1)?.status).toBeGreaterThanOrEqual(400);
    expect(await deactivatedBy(place)).toBe('kill_switch');
    // What the client left behind shows the same loop, with the same score.
    const { loop_score: live } = await place.gate.agent(AGENT);
    expect(await scannedScore(place)).toBeCloseTo(live ?? 0, 1);
  });

  test('a token budget without room refuses each request once, and nobody compacts', async () => {
    const place = await lab(client, loop(client));
    const envelope = { budgets: { tokensPerDay: 1 } };
    await place.gate.operate({ agent: AGENT, action: 'configure', by: 'ann', envelope });
    const run = await place.run(TASK);
    findings.push(findingOf(client, 'budget', run, place.arrivals));
    expect(run.exitCode).toBe(1);
    expect(`${run.stdout}${run.stderr}`).toMatch(/budget_spent.*Run: tripwire status sam/);
    const { all, refused } = place.arrivals;
    expect(refused).toHaveLength(all.length);
    // One for the task, and one for what a client asks beside it: a title, the choice of a model.
    expect(all.length).toBeLessThanOrEqual(2);
    expect((await place.threads()).some(({ purpose }) => purpose === 'compaction')).toBe(false);
    expect(place.provider.requests).toEqual([]);
  });

  test('the loop of a subagent stops its session', async () => {
    const place = await lab(client, subagentLoop(client));
    const run = await place.run(TASK);
    findings.push(findingOf(client, 'subagent loop', run, place.arrivals));
    expect(run.exitCode).toBe(1);
    expect(await deactivatedBy(place)).toBe('kill_switch');
    // One refusal for the subagent, one for the thread that started it.
    expect(place.arrivals.refused).toHaveLength(2);
    expect(stepThreads(await place.threads())).toHaveLength(2);
    await expectSession(client, place);
    if (writes) recordHeaders(client, place);
  });
});

describe.each(each)('$title', ({ client }) => {
  test('a loop with the time in each result is killed too, and found by scan with the same score', async () => {
    const circle = client.circle.map((command) => `date '+%F %T.%N'; ${command}`);
    const stamped = { ...client, circle };
    const place = await lab(stamped, loop(stamped));
    const run = await place.run(TASK);
    expect(run.exitCode).toBe(1);
    expect(await deactivatedBy(place)).toBe('kill_switch');
    const { loop_score: live } = await place.gate.agent(AGENT);
    expect(await scannedScore(place)).toBeCloseTo(live ?? 0, 1);
  });
});

describe.each(each)('$title', ({ client }) => {
  test('a stop in the middle of a text ends it', async () => {
    const place = await lab(client, hangsInText());
    const { provider, arrivals, gate } = place;
    const running = place.run(TASK);
    const asks = () => provider.requests.find(({ body }) => offersTools(body));
    await vi.waitFor(() => {
      expect(asks()?.bytesSent).toBeGreaterThan(0);
      expect(arrivals.all.every(({ begun }) => begun)).toBe(true);
    }, patient);
    const before = arrivals.all.length;
    expect(await gate.operate(stop)).toMatchObject({ marked: true });
    const run = await running;
    findings.push(findingOf(client, 'cut in a text', run, arrivals));
    expect(run.exitCode).toBe(1);
    const after = arrivals.all.slice(before);
    expect(after.length).toBeLessThanOrEqual(client.refusedAfterCutMax);
    expect(after.every(({ status }) => status >= 400)).toBe(true);
    expect(asks()?.aborted).toBe(true);
  });

  test('a stop while a tool call is held: the tool does not run', async () => {
    const held = heldStore();
    const place = await lab(
      client,
      callsForbidden(client, () => held.hold()),
      held.store,
    );
    const { provider, arrivals, gate } = place;
    const running = place.run(TASK);
    await vi.waitFor(() => {
      expect(provider.requests.find(({ body }) => offersTools(body))?.bytesSent).toBeGreaterThan(0);
      expect(held.waiting).toBeGreaterThan(0);
    }, patient);
    await provider.requests.find(({ body }) => offersTools(body))?.over;
    const before = arrivals.all.length;
    const stopping = gate.operate(stop);
    held.release();
    await stopping;
    const run = await running;
    findings.push(findingOf(client, 'cut at a tool call', run, arrivals));
    expect(run.exitCode).toBe(1);
    expect(existsSync(join(place.project, FORBIDDEN_FILE))).toBe(false);
    const after = arrivals.all.slice(before);
    expect(after.length).toBeLessThanOrEqual(client.refusedAfterCutMax);
    expect(after.every(({ status }) => status >= 400)).toBe(true);
  });
});

/** Demands a compaction while a tool of the task is running, and lets that tool end. */
async function demandCompaction({ gate, provider, arrivals, project }: Lab) {
  await vi.waitFor(() => {
    const steps = provider.requests.filter(({ body }) => offersTools(body));
    expect(steps).toHaveLength(STEPS_BEFORE_COMPACTION);
    expect(arrivals.all.every(({ ended }) => ended)).toBe(true);
  }, patient);
  const { sessions } = await gate.agent(AGENT);
  const session = sessions.find(({ id }) => id !== 'main')?.id;
  await gate.signal({
    agent: AGENT,
    ...(session === undefined ? {} : { session }),
    source: 'loop',
    hold: 'compaction',
    change: 'raise',
    details: '85 % of the context is used',
  });
  writeFileSync(join(project, GO_ON_FILE), 'go on\n');
}

async function standingHolds({ gate }: Lab): Promise<readonly string[]> {
  const { holds, sessions } = await gate.agent(AGENT);
  const all = [...holds, ...sessions.flatMap((one) => one.holds)];
  return [...new Set(all.map(({ hold }) => hold))];
}

describe.each(each)('$title', ({ client }) => {
  const told = client.exitCodeAfterCompaction !== null;
  const title = told
    ? 'it compacts when it is told to, and finishes its task'
    : 'it is not told to compact; its next tool is held';
  test(title, async () => {
    let project = '';
    const place = await lab(
      client,
      compactedInBetween(client, () => project),
    );
    ({ project } = place);
    const running = place.run(TASK);
    await demandCompaction(place);
    const run = await running;
    findings.push(findingOf(client, 'compaction', run, place.arrivals));
    expect(run.exitCode).toBe(client.exitCodeAfterCompaction ?? 1);
    const seen = await place.threads();
    expect(seen.some(({ purpose }) => purpose === 'compaction')).toBe(told);
    expect(place.arrivals.refused.map(({ status }) => status)).toEqual(told ? [400] : []);
    expect(run.stdout.includes(DONE)).toBe(told);
    expect(existsSync(join(project, `note-${STEPS - 1}.txt`))).toBe(told);
    expect(await standingHolds(place)).toEqual(told ? [] : ['compaction']);
    expect(await deactivatedBy(place)).toBeNull();
    expect(stepThreads(seen)).toHaveLength(1);
  });
});

test('Gemini CLI ends by itself when the very same call comes again and again', async () => {
  const sameCall = { ...geminiCli, circle: ['ls'] };
  const place = await lab(sameCall, loop(sameCall));
  const run = await place.run(TASK);
  expect(run).toMatchObject({ exitCode: 0, stdout: '' });
  expect(place.arrivals.refused).toEqual([]);
});

function offersTools(body: unknown): boolean {
  const tools = (body as { readonly tools?: unknown } | undefined)?.tools;
  return Array.isArray(tools) && tools.length > 0;
}

afterAll(() => {
  if (writes && findings.length === tried.length * TRIALS) writeClientsDocument(findings);
});
