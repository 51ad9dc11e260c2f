/**
 * `tripwire scan`: which of the runs on this machine were stuck, and what they cost after that.
 *
 * It reads and never writes, except the page it is asked for.
 */
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { cleanJson } from '../../base/clean-text.ts';
import { dataFolder } from '../../base/node/data-folder.ts';
import { EVERY_CLIENT } from '../../clients/every-client.ts';
import { findTranscripts, transcriptPlaces } from '../../clients/transcripts/find-transcripts.ts';
import { givenTranscripts } from '../../clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../clients/transcripts/read-runs.ts';
import type { TranscriptFile } from '../../clients/transcripts/transcript-form.ts';
import { chosenPrices, type Prices } from '../../prices/index.ts';
import type { BrokenPlace } from '../../transcripts/index.ts';
import type { Command } from '../command.ts';
import { printWhole } from '../terminal/print-lines.ts';
import { complain, sayText } from '../terminal/say.ts';
import { scanPage } from './html.ts';
import { scanJson } from './json.ts';
import { callsOf, judgeRun, type StuckRun } from './judge.ts';
import { scanProgress } from './progress.ts';
import { byWeight, type ScanReport } from './report.ts';
import { sinceMs } from './since.ts';
import { scanLines } from './text.ts';
import { WasteTally } from './waste-tally.ts';

const COLUMNS_DEFAULT = 160;

const HELP = `tripwire scan [PATH…] [--since DATE|7d] [--json] [--html FILE] [--prices FILE] [--only]

Reads the transcripts that agents left on this machine (${EVERY_CLIENT.map(({ title }) => title).join(', ')}) and those
in the files and folders given (also message logs of OpenAI and Anthropic, SWE-agent trajectories), and shows
which runs were stuck, from which call, what was spent after it, and what would have stopped them. Also shows where else
tokens went: subagents, starting context, rewritten caches, runs of errors, retries, unfinished work.
Nothing is changed and nothing leaves the machine.
  --since DATE|7d        only runs that ended since that day, or since 24h, 7d, 4w
  --json                 one JSON object with everything
  --html FILE            also write all of it as one page, with a chart of each stuck run's score
  --prices FILE          your prices instead of the list's (also read from prices.json in ~/.tripwire)
  --only                 only the paths given, not the transcripts of the clients
Exit codes: 0 scanned; 1 something could not be read (it is named); 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: scan };

async function scan(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      since: { type: 'string' },
      json: { type: 'boolean', default: false },
      html: { type: 'string' },
      prices: { type: 'string' },
      only: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const since = values.since === undefined ? null : sinceMs(values.since, Date.now());
  const prices = chosenPrices(values.prices, dataFolder(process.env));
  const home = values.only ? null : homedir();
  const report = await scanned(home, positionals, since, prices);
  if (values.html !== undefined) await writeFile(values.html, scanPage(report));
  if (values.json) {
    sayText(cleanJson(scanJson(report)));
  } else {
    const width = process.stdout.columns || COLUMNS_DEFAULT;
    printWhole(scanLines(report, width, values.html ?? null));
  }
  return report.broken.length === 0 ? 0 : 1;
}

async function scanned(
  home: string | null,
  paths: readonly string[],
  since: number | null,
  prices: Prices,
): Promise<ScanReport> {
  const broken: BrokenPlace[] = [];
  const onBroken = (place: BrokenPlace) => {
    broken.push(place);
  };
  const found = home === null ? [] : await findTranscripts(home, process.env);
  const files = [...found, ...(await givenTranscripts(paths, onBroken))];
  const stuck: StuckRun[] = [];
  const runsByClient = new Map<string, number>();
  const waste = new WasteTally(prices, Date.now());
  let calls = 0;
  let runs = 0;
  const progress = scanProgress(totalsOf(files));
  const reading = {
    onBroken,
    onBytes: (bytes: number) => progress.bytes(bytes),
    onFile: ({ bytes }: TranscriptFile) => progress.fileDone(bytes),
    sinceMs: since,
  };
  for await (const run of readRuns(files, reading)) {
    runs += 1;
    calls += callsOf(run);
    runsByClient.set(run.client, (runsByClient.get(run.client) ?? 0) + 1);
    waste.take(run);
    const judged = judgeRun(run, prices);
    if (judged !== null) stuck.push(judged);
  }
  progress.end();
  for (const { file, line, problem } of broken) {
    const where = line === null ? file : `${file}:${line}`;
    complain(`tripwire: ${where}: ${problem}; skipped`);
  }
  return {
    places: home === null ? [] : await transcriptPlaces(home, process.env),
    given: paths,
    sinceMs: since,
    prices,
    files: files.length,
    runs,
    calls,
    runsByClient,
    stuck: stuck.toSorted(byWeight),
    waste: waste.report(),
    broken,
  };
}

function totalsOf(files: readonly TranscriptFile[]) {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
