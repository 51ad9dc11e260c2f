/**
 * `tripwire detect`: recorded runs in, one verdict a line out.
 */
import { parseArgs } from 'node:util';
import { cleanJson, cleanLine } from '../../base/clean-text.ts';
import { TripwireError } from '../../core/index.ts';
import { detectLiterally, detectThread, type Detection } from '../../detect/index.ts';
import {
  caseOfRun,
  readCorpus,
  type BrokenPlace,
  type CorpusRun,
  type CorpusThread,
  type Label,
} from '../../transcripts/index.ts';
import type { Command } from '../command.ts';
import { LineWriter, streamSink } from '../terminal/line-writer.ts';
import { complain } from '../terminal/say.ts';
import { explainRun } from './explain-run.ts';

const HELP = `tripwire detect FILE… [--json | --explain | --as healthy|stuck] [--detector progress|literal]

Judges recorded runs (JSON or JSON lines, files or folders) and writes one verdict a line:
{"id","verdict":"stuck"|"not_stuck","fired_at","warned_at","rule","reason"}. A summary goes to stderr.
  --detector NAME        progress (default): no progress, whatever the period of the loop
                         literal: similar prompts, responses and tool calls, counted
  --json                 verdicts only, without the summary
  --explain              each run step by step: points, score and reason of every event
  --as healthy|stuck     what you say about these runs: writes each as a case, without its secrets, for
                         npm run bench:judgement; append it to a file: tripwire detect --as healthy RUN >> mine.jsonl
  --content-free         with --as: ids instead of texts; says so if that changes the verdict
Exit codes: 0 judged everything; 1 something could not be read (it is named); 2 wrong options.`;

/** The command. */
export const command: Command = { help: HELP, run: detect };

const detectors: Readonly<Record<string, (thread: CorpusThread) => Detection>> = {
  progress: (thread) => detectThread(thread),
  literal: (thread) => detectLiterally(thread),
};

async function detect(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
      explain: { type: 'boolean', default: false },
      as: { type: 'string' },
      'content-free': { type: 'boolean', default: false },
      detector: { type: 'string', default: 'progress' },
    },
    allowPositionals: true,
  });
  const judge = Object.hasOwn(detectors, values.detector) ? detectors[values.detector] : undefined;
  if (judge === undefined) {
    throw new TripwireError('USAGE', `there is no detector ${values.detector}: progress, literal`);
  }
  if (values.explain && (values.json || values.detector !== 'progress')) {
    throw new TripwireError(
      'USAGE',
      '--explain shows the progress score, for people: leave out --json and --detector',
    );
  }
  const label = labelOf(values);
  if (positionals.length === 0) {
    throw new TripwireError('USAGE', 'detect takes files or folders: tripwire detect FILE…');
  }
  const out = new LineWriter(streamSink(process.stdout));
  let broken = 0;
  let runs = 0;
  let stuck = 0;
  const report = ({ file, line, problem }: BrokenPlace) => {
    broken += 1;
    const where = line === null ? file : `${file}:${line}`;
    complain(`tripwire: ${where}: ${problem}; skipped`);
  };
  for await (const run of readCorpus(positionals, report)) {
    const verdict = verdictOf(run, judge);
    runs += 1;
    if (verdict.verdict === 'stuck') stuck += 1;
    const lines =
      label !== null
        ? [caseLine(run, label, values['content-free'])]
        : values.explain
          ? explainRun(run).map(cleanLine)
          : [cleanJson(JSON.stringify(verdict))];
    for (const line of lines) await out.write(line);
  }
  await out.flush();
  if (!values.json) {
    complain(`${runs} runs judged, ${stuck} stuck, ${broken} unreadable`);
  }
  return broken === 0 ? 0 : 1;
}

/** What the person says about the runs; null where nothing is said. */
function labelOf(values: DetectOptions): Label | null {
  if (values.as === undefined) {
    if (!values['content-free']) return null;
    throw new TripwireError('USAGE', '--content-free goes with --as healthy or --as stuck');
  }
  if (values.as !== 'healthy' && values.as !== 'stuck') {
    throw new TripwireError('USAGE', `--as takes healthy or stuck, not ${values.as}`);
  }
  if (values.json || values.explain) {
    throw new TripwireError('USAGE', '--as writes cases: leave out --json and --explain');
  }
  return values.as;
}

interface DetectOptions {
  readonly as?: string;
  readonly json: boolean;
  readonly explain: boolean;
  readonly 'content-free': boolean;
}

/** The case of a run, as a line. A verdict that does not survive the loss of the content is named. */
function caseLine(run: CorpusRun, label: Label, contentFree: boolean): string {
  const { made, wasStopped, isStopped } = caseOfRun(run, label, { contentFree });
  if (isStopped !== wasStopped) {
    const now = isStopped ? 'is stopped' : 'is not stopped any more';
    complain(
      `tripwire: ${run.id}: without its content the run ${now}; keep the content if you can`,
    );
  }
  return cleanJson(JSON.stringify(made));
}

/** The verdict on a run: that of the first of its threads to be stopped. */
function verdictOf(run: CorpusRun, judge: (thread: CorpusThread) => Detection) {
  const judged = run.threads.map((thread) => {
    const detection = judge(thread);
    const origin = (index: number | null) =>
      index === null ? null : (thread.origins[index] ?? null);
    const { rule, reason } = detection;
    return {
      firedAt: origin(detection.firedAt),
      warnedAt: origin(detection.warnedAt),
      rule,
      reason,
    };
  });
  const fired = judged
    .filter(({ firedAt }) => firedAt !== null)
    .toSorted((a, b) => (a.firedAt ?? 0) - (b.firedAt ?? 0))[0];
  const warned = judged.flatMap(({ warnedAt }) => warnedAt ?? []).toSorted((a, b) => a - b)[0];
  return {
    id: run.id,
    verdict: fired === undefined ? 'not_stuck' : 'stuck',
    fired_at: fired?.firedAt ?? null,
    warned_at: warned ?? null,
    rule: fired?.rule ?? null,
    reason: fired?.reason ?? 'no loop found',
  };
}
