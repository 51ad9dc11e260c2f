/** The coding agents that a base URL alone guards: work goes through, a loop is killed, a stop reaches a stream, a resume lets on. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientFacts } from '../../src/clients/client-headers.ts';
import { clientOfProgram } from '../../src/clients/every-client.ts';
import type { FakeScript } from '../../src/testing/index.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { packageOf } from './client-packages.ts';
import { findingOf } from './findings.ts';
import { endHomeProcesses } from './home-processes.ts';
import { AGENT, openLab, type Lab } from './lab.ts';
import { plainClients, type TriedPlainClient } from './plain-clients.ts';
import { writePlainSection } from './plain-document.ts';
import { writePlainFindings, type PlainFinding } from './plain-findings.ts';
import { DONE, hangsInText, loop, STEPS, tenSteps } from './task-scripts.ts';

const TASK = 'find the cat';
const TRIALS = 3;
const stop = { agent: AGENT, action: 'deactivate', by: 'ann', why: 'seen enough' } as const;
const patient = { timeout: 240_000, interval: 10 };
const findings: PlainFinding[] = [];

async function lab(client: TriedPlainClient, script: FakeScript): Promise<Lab> {
  const place = await openLab(client, script);
  onTestFinished(async () => {
    endHomeProcesses(place.home);
    await place.close();
  });
  return place;
}

/** Whom its requests show it as; an SDK where nothing tells them from those of any program. */
function shownAs({ provider }: Lab): readonly (string | null)[] {
  const clients = provider.requests.map(
    ({ headers, body }) => clientFacts(pairs(headers), body).client,
  );
  return [...new Set(clients)];
}

function pairs(headers: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  return Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
}

interface ScannedRun {
  readonly client: string;
  readonly scores: readonly number[];
}

async function scanned({ home }: Lab): Promise<readonly ScannedRun[]> {
  const { stdout } = await runTripwire(['scan', '--json'], '', { HOME: home });
  return (JSON.parse(stdout) as { readonly stuck: readonly ScannedRun[] }).stuck;
}

const each = plainClients.map((client) => ({ client, title: client.title }));

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
    expect(`${run.stdout}${run.stderr}`).toContain(DONE);
    expect(place.arrivals.refused).toEqual([]);
    expect(existsSync(join(project, `note-${STEPS - 1}.txt`))).toBe(true);
    const row = clientOfProgram(packageOf(client.client).program);
    const known = row?.headers === undefined ? [expect.toBeOneOf(['stainless', null])] : [row.id];
    expect(shownAs(place)).toEqual(known);
    // A healthy run is none that scan would find.
    expect(await scanned(place)).toEqual([]);
  });

  test('a loop is killed, found by scan with the same score, and goes on after a resume', async () => {
    let isHealed = false;
    const circles = loop(client);
    const place = await lab(client, (turn, at) => (isHealed ? { text: DONE } : circles(turn, at)));
    const run = await place.run(TASK);
    findings.push(findingOf(client, 'loop', run, place.arrivals));
    expect(run.exitCode).toBe(1);
    expect(`${run.stdout}${run.stderr}`).toMatch(
      /kill_switch[\s\S]*tripwire (?:resume|status) sam/,
    );
    expect(place.arrivals.refused).toHaveLength(1);
    const seen = await place.gate.agent(AGENT);
    const named = seen.sessions.filter(({ id }) => id !== 'main');
    const [killed] = named;
    if (client.session === null) expect(seen.deactivated_by).toBe('kill_switch');
    else expect([seen.deactivated_by, killed?.deactivated_by]).toEqual([null, 'kill_switch']);
    const found = await scanned(place);
    expect(found.map((one) => one.client)).toEqual(client.isKeptWhenRefused ? [client.client] : []);
    for (const one of found) expect(one.scores.at(-1)).toBeCloseTo(seen.loop_score ?? 0, 1);
    isHealed = true;
    const session = killed === undefined ? {} : { session: killed.id };
    await place.gate.operate({ agent: AGENT, action: 'activate', by: 'ann', ...session });
    const again = await place.run(TASK);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(`${again.stdout}${again.stderr}`).toContain(DONE);
  });

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
    const upstream = provider.requests.length;
    expect(await gate.operate(stop)).toMatchObject({ marked: true });
    const run = await running;
    findings.push(findingOf(client, 'cut in a text', run, arrivals));
    const after = arrivals.all.slice(before);
    expect(after.length).toBeLessThanOrEqual(client.refusedAfterCutMax);
    expect(after.every(({ status }) => status >= 400)).toBe(true);
    expect(asks()?.aborted).toBe(true);
    expect(provider.requests).toHaveLength(upstream);
    expect(run.exitCode).toBe(1);
  });
});

function offersTools(body: unknown): boolean {
  const tools = (body as { readonly tools?: unknown } | undefined)?.tools;
  return Array.isArray(tools) && tools.length > 0;
}

afterAll(() => {
  const isWhole = findings.length === plainClients.length * TRIALS;
  if (!isWhole || process.env['TRIPWIRE_WRITE_DOCS'] !== '1') return;
  const measured = { measuredOn: new Date().toISOString().slice(0, 10), findings };
  writePlainFindings(measured);
  writePlainSection(measured);
});
