/**
 * `tripwire replay`: judges a recording again and says "parity", or names the first step that
 * differs, field by field. Journals and sessions of the loop have files of their own beside this one.
 */
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { Replay, TripwireError, type Difference } from '../../core/index.ts';
import type { Command } from '../command.ts';
import { createRecordCount } from '../terminal/progress-bar.ts';
import { readLines, type Line } from '../terminal/read-lines.ts';
import { say, sayJson } from '../terminal/say.ts';
import { isDatabase, isJournal, replayPlace } from './journal.ts';
import { isSession, replaySession } from './session.ts';

const HELP = `tripwire replay RECORDING|JOURNAL|SESSION [--json]

Judges a recording again, under the constitution that its header names; or every agent of a
journal (journal.db in the data folder, or the postgres://… of a database, also while servers run), under
those that it names.
SESSION is the id of a coding agent's session, or a file of .geometry/replays: shows what it did and
what it was answered, and proves that nothing of it was changed. On a terminal it goes step by step.
  --json                 the outcome as JSON, for a journal one line an agent, for a session one line
                         a step and a last one with the outcome
Exit codes: 0 every decision is the same; 1 a step differs (it is named); 2 the file cannot be read.`;

/** The command. */
export const command: Command = { help: HELP, run: replay };

/** The first step that differs: counted from 1, where 0 is the header. */
interface Loss {
  readonly step: number;
  readonly line: number;
  readonly differences: readonly Difference[];
}

async function replay(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) {
    throw new TripwireError(
      'USAGE',
      'replay takes one file or session: tripwire replay RECORDING|JOURNAL|SESSION',
    );
  }
  if (isDatabase(file)) return replayPlace(file, values);
  if (isSession(file)) return replaySession(file, values);
  if (isJournal(file)) return replayPlace(file, values);
  const lines = readLines(createReadStream(file), file);
  const first = await lines.next();
  if (first.done === true) throw new TripwireError('RECORDING_INVALID', `${file}: is empty`);
  const checked = at(file, first.value, () => new Replay(first.value.text));
  const loss = await firstLoss(file, checked, lines);
  if (values.json) reportJson(file, checked, loss);
  else report(file, checked, loss);
  return loss === null ? 0 : 1;
}

async function firstLoss(
  file: string,
  checked: Replay,
  lines: AsyncIterable<Line>,
): Promise<Loss | null> {
  const { headerDifferences } = checked;
  if (headerDifferences.length > 0) return { step: 0, line: 1, differences: headerDifferences };
  const progress = createRecordCount('replaying');
  try {
    for await (const line of lines) {
      const differences = at(file, line, () => checked.take(line.text));
      const step = checked.run.steps;
      if (differences.length > 0) return { step, line: line.number, differences };
      progress.update(step, line.bytesRead);
    }
    return null;
  } finally {
    progress.end();
  }
}

/** Adds file and line to what goes wrong in `work`. */
function at<T>(file: string, line: Line, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!TripwireError.isInstance(error)) throw error;
    throw new TripwireError(error.code, `${file}:${line.number}: ${error.message}`, error.field);
  }
}

function reportJson(file: string, { run }: Replay, loss: Loss | null): void {
  const about = { file, constitution_id: run.constitution.id, parity: loss === null };
  const found = loss ?? { steps: run.steps, ...run.digests };
  sayJson({ ...about, ...found });
}

function report(file: string, { run }: Replay, loss: Loss | null): void {
  if (loss === null) {
    const { eventsHash, decisionsHash } = run.digests;
    say(`parity: ${run.steps} steps give the same decisions`);
    say(`eventsHash    ${eventsHash}`);
    say(`decisionsHash ${decisionsHash}`);
    return;
  }
  const where = loss.step === 0 ? 'the header' : `step ${loss.step}`;
  say(`parity lost at ${where} (${file}:${loss.line}) [PARITY_LOST]`);
  for (const { field, recorded, computed } of loss.differences) {
    say(`  ${field}`);
    say(`    recorded ${recorded}`);
    say(`    computed ${computed}`);
  }
}
