/**
 * The same scenario through every reader gives the same verdict at the same call: a verdict that depends on the format
 * is a verdict on the format.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { givenTranscripts } from '../../src/clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../src/clients/transcripts/read-runs.ts';
import { detectThread, type TranscriptEvent } from '../../src/detect/index.ts';
import { eventOf } from '../../src/gate/tool-sightings.ts';
import { corpusRunFrom } from '../../src/transcripts/corpus/run.ts';
import { ADAPTER_REPORTS, adapterEvents } from './adapter-reports.ts';
import { HOOK_REPORTS } from './hook-reports.ts';
import { corpusEvents, startMs, stoppedAt, wireEvents } from './judged-reads.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { TRANSCRIPTS } from './transcript-lines.ts';
import { WIRE_BODIES } from './wire-bodies.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'readers-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function byCorpus(scenario: Scenario): number | null {
  const run = corpusRunFrom({ id: 'r', events: corpusEvents(scenario) }, { file: 'f', line: 1 });
  const [thread] = run.threads;
  if (thread === undefined) return null;
  const { firedAt } = detectThread(thread);
  if (firedAt === null) return null;
  return thread.events.slice(0, firedAt + 1).filter(({ kind }) => kind === 'tool').length;
}

async function byTranscript(scenario: Scenario, format: string): Promise<number | null> {
  const form = TRANSCRIPTS[format];
  if (form === undefined) throw new Error(`no transcript format ${format}`);
  const file = join(folder, form.file);
  const lines = form.lines(scenario).map((line) => JSON.stringify(line));
  writeFileSync(file, `${lines.join('\n')}\n`);
  const onBroken = ({ problem }: { readonly problem: string }) => {
    throw new Error(problem);
  };
  const files = await givenTranscripts([file], onBroken);
  for await (const run of readRuns(files, { onBroken, sinceMs: null })) {
    const index = run.events.findIndex(({ verdict }) => verdict.level === 'stop');
    if (index === -1) return null;
    return run.events.slice(0, index + 1).filter(({ kind }) => kind === 'tool').length;
  }
  return null;
}

/** As the proxy reads it: each request brings what is new, at the time it came. */
function byWire(scenario: Scenario, format: string): number | null {
  const prompt = { kind: 'prompt', text: scenario.prompt, atMs: startMs(scenario) } as const;
  return stoppedAt([prompt, ...wireEvents(scenario, format)]);
}

/** As the gate takes in what a client's hooks report. */
function byHooks(scenario: Scenario, client: string): number | null {
  const report = HOOK_REPORTS[client];
  if (report === undefined) throw new Error(`no hooks of ${client}`);
  const events: TranscriptEvent[] = [
    { kind: 'prompt', text: scenario.prompt, atMs: startMs(scenario) },
  ];
  for (const { atMs, calls } of scenario.turns) {
    for (const one of calls) {
      const read = report(one, atMs);
      if (read?.kind !== 'tool-after') throw new Error('the hook reported nothing');
      events.push(eventOf(read, atMs));
    }
  }
  return stoppedAt(events);
}

describe('one scenario, every reader, one verdict', () => {
  for (const scenario of SCENARIOS) {
    verifies('X1', scenario.name, async () => {
      const verdicts: Record<string, number | null> = {};
      for (const client of Object.keys(HOOK_REPORTS)) {
        verdicts[`hooks of ${client}`] = byHooks(scenario, client);
      }
      for (const [way, told] of Object.entries(ADAPTER_REPORTS)) {
        const asked = { kind: 'prompt', text: scenario.prompt, atMs: startMs(scenario) } as const;
        verdicts[`adapters, ${way}`] = stoppedAt([asked, ...(await adapterEvents(scenario, told))]);
      }
      for (const format of Object.keys(TRANSCRIPTS)) {
        verdicts[format] = await byTranscript(scenario, format);
      }
      for (const format of Object.keys(WIRE_BODIES)) verdicts[format] = byWire(scenario, format);
      const expected = byCorpus(scenario);
      const same = Object.fromEntries(Object.keys(verdicts).map((name) => [name, expected]));
      expect(verdicts).toEqual(same);
    });
  }

  verifies('X1', 'stuck ones are stopped, healthy ones are not', () => {
    const healthy = SCENARIOS.filter((scenario) => byCorpus(scenario) === null);
    expect(healthy.map(({ name }) => name)).toEqual([
      'a deployment that takes its time',
      'one edit after the other, tests that move',
    ]);
  });
});
