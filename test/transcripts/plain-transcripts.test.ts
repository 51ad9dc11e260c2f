/** What the coding agents leave behind that a base URL alone guards: found, recognised, and read with the same verdicts. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTranscripts } from '../../src/clients/transcripts/find-transcripts.ts';
import { givenTranscripts } from '../../src/clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../src/clients/transcripts/read-runs.ts';
import type { TranscriptFile } from '../../src/clients/transcripts/transcript-form.ts';
import type { TranscriptEvent } from '../../src/detect/index.ts';
import { totalTokens } from '../../src/prices/index.ts';
import type { Run } from '../../src/transcripts/index.ts';
import { makeOpencodeDatabase } from '../kit/client-homes.ts';
import { PLAIN_TELLERS, writePlainTranscript, type ToldSession } from '../kit/plain-transcripts.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const stuck: ToldSession = {
  id: 'session_stuck',
  prompt: 'find the cat',
  steps: Array.from({ length: 7 }, () => ({ command: 'cat missing', result: 'no such file' })),
};
const rooms = ['attic', 'cellar', 'garden', 'kitchen', 'roof', 'well', 'yard'];
const things = ['two trunks', 'barrels', 'a pear tree', 'plates', 'a nest', 'a rope', 'one cat'];
const healthy: ToldSession = {
  id: 'session_healthy',
  prompt: 'find the cat',
  steps: rooms.map((room, at) => ({ command: `ls ${room}`, result: things[at] ?? '' })),
};

async function runsOf(files: readonly TranscriptFile[]) {
  const broken: unknown[] = [];
  const events: TranscriptEvent[] = [];
  const runs: Run[] = [];
  const reading = {
    onBroken: (place: unknown) => void broken.push(place),
    onEvent: (event: TranscriptEvent) => void events.push(event),
    sinceMs: null,
  };
  for await (const run of readRuns(files, reading)) runs.push(run);
  expect(broken).toEqual([]);
  return { runs, events };
}

const verdictOf = ({ events }: Run) =>
  events.find(({ verdict }) => verdict.level === 'stop')?.verdict.rule ?? 'healthy';

describe.each(PLAIN_TELLERS)('%s', (client) => {
  test('a stuck session and a healthy one are found in a home, and told apart', async () => {
    const home = temporaryFolder('plain');
    for (const session of [stuck, healthy]) writePlainTranscript(home, client, session);
    const { runs } = await runsOf(await findTranscripts(home, {}));
    const told = runs.map((run) => `${run.client} ${run.id} ${run.project}: ${verdictOf(run)}`);
    expect(told.toSorted()).toEqual([
      `${client} session_healthy house: healthy`,
      `${client} session_stuck house: no-progress`,
    ]);
  });

  test('a file that a person names is recognised; prompt, calls, results and tokens are read', async () => {
    const home = temporaryFolder('plain');
    const [first] = healthy.steps;
    const failed = { command: 'cat nothing', result: 'no such file', hasFailed: true };
    const session = { ...healthy, steps: first === undefined ? [] : [first, failed] };
    const file = writePlainTranscript(home, client, session);
    const { runs, events } = await runsOf(await givenTranscripts([file], () => undefined));
    expect(runs).toMatchObject([{ client, id: 'session_healthy', title: 'find the cat' }]);
    const tools = events.filter((event) => event.kind === 'tool');
    expect(tools.map(({ args }) => JSON.stringify(args))).toEqual([
      expect.stringContaining('ls attic'),
      expect.stringContaining('cat nothing'),
    ]);
    expect(tools.map(({ result }) => result)).toEqual([
      expect.stringContaining('two trunks'),
      expect.stringContaining('no such file'),
    ]);
    const calls = runs.flatMap(({ modelCalls }) => modelCalls);
    expect(calls.map(({ model, usage }) => [model, totalTokens(usage)])).toEqual([
      ['m', 110],
      ['m', 110],
    ]);
    expect(calls.map(({ usage }) => usage.cacheReadTokens)).toEqual([40, 40]);
  });
});

test('a session of pi that a person took back to an earlier message is read along its last branch', async () => {
  const home = temporaryFolder('plain');
  const file = writePlainTranscript(home, 'pi', { ...healthy, steps: healthy.steps.slice(0, 2) });
  const { appendFileSync, readFileSync } = await import('node:fs');
  const [, prompt = ''] = readFileSync(file, 'utf8').split('\n');
  const { id } = JSON.parse(prompt) as { readonly id: string };
  const message = { role: 'user', content: [{ type: 'text', text: 'look elsewhere' }] };
  appendFileSync(file, `${JSON.stringify({ type: 'message', id: 'x', parentId: id, message })}\n`);
  const { events } = await runsOf(await givenTranscripts([file], () => undefined));
  expect(events.map(({ kind }) => kind)).toEqual(['prompt', 'prompt']);
});

test('the database of Kilo has the form of OpenCode, and its runs are Kilo’s', async () => {
  const home = temporaryFolder('plain');
  const folder = join(home, '.local/share/kilo');
  mkdirSync(folder, { recursive: true });
  makeOpencodeDatabase(join(folder, 'kilo.db'), 'opencode/rows.jsonl').close();
  const { runs } = await runsOf(await findTranscripts(home, {}));
  const told = runs.map((run) => `${run.client} ${run.project}: ${verdictOf(run)}`);
  expect(told.toSorted()).toEqual(['kilo healthy: healthy', 'kilo stuck: no-progress']);
});
