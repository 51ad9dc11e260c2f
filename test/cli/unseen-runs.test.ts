/**
 * Runs of families that were written before anybody knew their verdicts, judged as a user would have them judged: by the
 * commands and by the library. The judge was mended with them since, so this shows that a verdict of theirs depends on no
 * transcript format, wire format or tempo, and not how it judges what is new: docs/judgement.md has that.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { detectLine, type DetectLine } from '../families/detect-line.ts';
import { accessibilityMended } from '../families/healthy/batch-26/accessibility-mended.ts';
import { flightsCompared } from '../families/healthy/batch-26/flights-compared.ts';
import { waiterTimesOut } from '../families/healthy/batch-26/waiter-times-out.ts';
import { greenAfterEach } from '../families/healthy/green-after-each.ts';
import { growingPauses } from '../families/healthy/growing-pauses.ts';
import { nextPlease } from '../families/healthy/next-please.ts';
import { noneOfThese } from '../families/healthy/none-of-these.ts';
import { patientHours } from '../families/healthy/patient-hours.ts';
import { redWhilePending } from '../families/healthy/red-while-pending.ts';
import { askThePage } from '../families/stuck/batch-26/ask-the-page.ts';
import { courteousPair } from '../families/stuck/courteous-pair.ts';
import { cycleOfMany } from '../families/stuck/cycle-of-many.ts';
import { neverMatches } from '../families/stuck/never-matches.ts';
import { relabelledCall } from '../families/stuck/relabelled-call.ts';
import { watchedCorpse } from '../families/stuck/watched-corpse.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { corpusEvents, stoppedAt, wireEvents } from '../readers/judged-reads.ts';
import { SCENARIOS, type Scenario } from '../readers/scenarios.ts';
import { TRANSCRIPTS } from '../readers/transcript-lines.ts';
import { WIRE_BODIES } from '../readers/wire-bodies.ts';

const STUCK = [askThePage, courteousPair, cycleOfMany, neverMatches, relabelledCall, watchedCorpse];
const HEALTHY = [
  accessibilityMended,
  flightsCompared,
  greenAfterEach,
  growingPauses,
  nextPlease,
  noneOfThese,
  patientHours,
  redWhilePending,
  waiterTimesOut,
];
/** Every client's manner and every tempo at least once. */
const RUNS_OF_EACH = 6;
const TEMPI = [1, 0.25, 4];

/** A scenario of the readers' test as such a line. */
function scenarioLine(scenario: Scenario): DetectLine {
  return { id: scenario.name, events: corpusEvents(scenario) };
}

/** The ids of the runs that `tripwire detect` would have stopped, at so many times the pauses. */
async function stoppedBy(lines: readonly DetectLine[], times: number): Promise<string[]> {
  const file = join(temporaryFolder('unseen'), 'runs.jsonl');
  const paced = lines.map(({ id, events }) => ({
    id,
    events: events.map((event) => ({ ...event, t_ms: Math.round(event.t_ms * times) })),
  }));
  writeFileSync(file, jsonLines(paced));
  const { stdout } = await runTripwire(['detect', '--json', file]);
  const verdicts = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { readonly id: string; readonly fired_at: number | null });
  expect(verdicts).toHaveLength(lines.length);
  return verdicts.flatMap(({ id, fired_at: firedAt }) => (firedAt === null ? [] : [id])).toSorted();
}

/** The scenarios that `tripwire scan` finds stuck in transcripts of a format. */
async function stoppedInTranscripts(format: string): Promise<string[]> {
  const form = TRANSCRIPTS[format];
  if (form === undefined) throw new Error(`no transcript format ${format}`);
  const root = temporaryFolder('unseen');
  const fileOf = (index: number) => join(root, String(index), form.file);
  for (const [index, scenario] of SCENARIOS.entries()) {
    mkdirSync(join(root, String(index)));
    writeFileSync(fileOf(index), jsonLines(form.lines(scenario, `s${index}`)));
  }
  const { stdout } = await runTripwire(['scan', root, '--only', '--json']);
  const report = JSON.parse(stdout) as {
    readonly runs: number;
    readonly stuck: readonly { readonly file: string }[];
  };
  expect(report.runs).toBe(SCENARIOS.length);
  const files = new Set(report.stuck.map(({ file }) => file));
  return SCENARIOS.filter((_, index) => files.has(fileOf(index)))
    .map(({ name }) => name)
    .toSorted();
}

const lines = [...STUCK, ...HEALTHY].flatMap((family) =>
  Array.from({ length: RUNS_OF_EACH }, (_, instance) => detectLine(family, instance)),
);
let stopped: readonly string[] = [];
let scenariosStopped: readonly string[] = [];
beforeAll(async () => {
  stopped = await stoppedBy(lines, 1);
  scenariosStopped = await stoppedBy(SCENARIOS.map(scenarioLine), 1);
});

describe('runs of families that were written before anybody knew their verdicts', () => {
  verifies('X16', 'are stopped where they are stuck, and left alone where they are not', () => {
    expect(stopped).toEqual(
      lines
        .map(({ id }) => id)
        .filter((id) => id.startsWith('s_'))
        .toSorted(),
    );
  });

  verifies('X16', 'have the same verdict at every tempo', async () => {
    for (const times of TEMPI.slice(1)) {
      expect(await stoppedBy(SCENARIOS.map(scenarioLine), times)).toEqual(scenariosStopped);
      expect(await stoppedBy(lines, times)).toEqual(stopped);
    }
  });

  verifies('X16', 'have the same verdict in every transcript and on every wire', async () => {
    expect(scenariosStopped).toHaveLength(6);
    for (const format of Object.keys(TRANSCRIPTS)) {
      expect(await stoppedInTranscripts(format), format).toEqual(scenariosStopped);
    }
    for (const format of Object.keys(WIRE_BODIES)) {
      const found = SCENARIOS.filter(
        (scenario) => stoppedAt(wireEvents(scenario, format)) !== null,
      );
      expect(found.map(({ name }) => name).toSorted(), format).toEqual(scenariosStopped);
    }
  });

  verifies('X16', 'are published by family, wrong stops first, with what a count proves', () => {
    const page = readFileSync(new URL('../../docs/judgement.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('### The stress runs');
    const rows = [...section.matchAll(/^\| ([shd]_\w+)[^|]*\| \d+ of 16 \(\d+\.\d–\d+\.\d %\)/gm)];
    const families = rows.map(([, name = '']) => name);
    expect(families.filter((name) => name.startsWith('h_'))).toHaveLength(12);
    expect(families.filter((name) => name.startsWith('s_'))).toHaveLength(13);
    const kinds = families.map((name) => name.charAt(0)).filter((kind) => kind !== 'd');
    expect(kinds.lastIndexOf('h')).toBeLessThan(kinds.indexOf('s'));
  });
});
