/**
 * `tripwire tune`: the tightest kill switch that would have stopped nothing that a person marked healthy, and what each
 * threshold would have cost: the trade-off as a curve.
 *
 * Marked runs are judged by the detectors themselves, the journal by the same machinery as `tripwire backtest`. It reads,
 * and changes nothing: the last word on a threshold is a person's.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig, loadConstitution } from '../../config/index.ts';
import { KILL_SWITCH_LIMITS, TripwireError } from '../../core/index.ts';
import { readCorpus, type CorpusRun } from '../../transcripts/index.ts';
import type { Command } from '../command.ts';
import { configSources } from '../server/config-sources.ts';
import { printLines } from '../terminal/print-lines.ts';
import { complain, sayJson } from '../terminal/say.ts';
import { journalStops } from './journal-stops.ts';
import { stoppedUnder, tuneAlternatives, type TuneAlternative } from './tune-alternatives.ts';
import { tuneLines } from './tune-text.ts';

const HELP = `tripwire tune [FILE…] [--detector progress|literal] [--hours N] [--data DIR] [--store URL] [--config FILE] [--json]

Finds the tightest threshold of the kill switch that would have stopped nothing you marked healthy, and shows what every
threshold would have caught and cost. Where another setting of the kill switch would do better on these runs (an exception
for a tool, for the literal detector another window size), it says which. It changes nothing; you set what you choose.
Runs are marked with tripwire detect --as healthy|stuck RUN >> FILE; files and folders that are named here are read, else
all of the folder cases in the data folder. What is in the journal is judged again under each threshold, as backtest does.
  --detector NAME  progress (default) or literal
  --hours N        how much of the journal (1 to 168, default 24)
  --data DIR       data folder (default ~/.tripwire)
  --store URL      the database of the journal (default store in the settings, else the data folder)
  --config FILE    settings (default tripwire.yaml in the data folder)
  --json           one JSON object
Exit codes: 0 found a threshold; 1 there is none, or nothing is marked healthy; 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: tune };

/** What one threshold would have done. */
export interface TunePoint {
  readonly threshold: number;
  /** Runs that a person marked healthy, and it would have stopped. */
  readonly healthyStopped: number;
  /** Runs that a person marked stuck, and it would have stopped. */
  readonly stuckCaught: number;
  /** Stops of the agents in the journal; null where there is none. */
  readonly journalStops: number | null;
}

/** What was found. */
export interface Tuned {
  readonly detector: 'progress' | 'literal';
  readonly healthy: number;
  readonly stuck: number;
  readonly hours: number;
  /** Null where no threshold spares everything healthy, or nothing is marked. */
  readonly tightest: number | null;
  readonly inForce: number;
  readonly curve: readonly TunePoint[];
  /** Other settings of the kill switch that would do better, the best first. */
  readonly alternatives: readonly TuneAlternative[];
}

/** From the tightest to the loosest: narrow where settings are made, wide where nobody does. */
const THRESHOLDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50];
const HOURS_MAX = 168;

async function tune(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      detector: { type: 'string', default: 'progress' },
      hours: { type: 'string', default: '24' },
      data: { type: 'string' },
      store: { type: 'string' },
      config: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { detector } = values;
  if (detector !== 'progress' && detector !== 'literal') {
    throw new TripwireError('USAGE', `there is no detector ${detector}: progress, literal`);
  }
  const hours = Number(values.hours);
  if (!Number.isInteger(hours) || hours < 1 || hours > HOURS_MAX) {
    throw new TripwireError('USAGE', `--hours takes 1 to ${HOURS_MAX}, not ${values.hours}`);
  }
  const { data, store } = values;
  const config = loadConfig(configSources(values.config, { data, store }));
  const { exceptions, windowSize, threshold: inForce } = config.killSwitch;
  const runs = await markedRuns(positionals, config.data);
  const constitution = loadConstitution(config.constitution);
  const thresholds = THRESHOLDS.filter((one) => one >= KILL_SWITCH_LIMITS.threshold.min);
  const stops = await journalStops({
    place: config,
    constitution,
    detector,
    hours,
    thresholds,
  });
  const tried = { detector, exceptions, windowSize } as const;
  const curve = thresholds.map((threshold, at) => ({
    ...stoppedUnder(runs, tried, threshold),
    threshold,
    journalStops: stops === null ? null : (stops[at] ?? 0),
  }));
  const healthy = runs.filter(({ expect }) => expect === 'not_stuck').length;
  const spared = curve.find(({ healthyStopped }) => healthyStopped === 0);
  const tuned: Tuned = {
    detector,
    healthy,
    stuck: runs.length - healthy,
    hours,
    tightest: healthy === 0 ? null : (spared?.threshold ?? null),
    inForce,
    curve,
    alternatives: healthy === 0 ? [] : tuneAlternatives(runs, tried, thresholds),
  };
  if (values.json) sayJson(tuned);
  else printLines(tuneLines(tuned));
  return tuned.tightest === null ? 1 : 0;
}

/** The runs that somebody marked; those that nobody did say nothing here. */
async function markedRuns(paths: readonly string[], data: string): Promise<readonly CorpusRun[]> {
  const own = join(data, 'cases');
  const places = paths.length > 0 ? paths : existsSync(own) ? [own] : [];
  const runs: CorpusRun[] = [];
  const broken = ({
    file,
    line,
    problem,
  }: {
    file: string;
    line: number | null;
    problem: string;
  }) => complain(`tripwire: ${line === null ? file : `${file}:${line}`}: ${problem}; skipped`);
  for await (const run of readCorpus(places, broken)) if (run.expect !== null) runs.push(run);
  return runs;
}
