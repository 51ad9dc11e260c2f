/**
 * `tripwire decide`: records in, decisions out — the pure pipeline as a filter.
 */
import { open, rename, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { cleanJson } from '../../base/clean-text.ts';
import { loadConstitution } from '../../config/index.ts';
import {
  canonicalJson,
  DecisionRun,
  recordingHeader,
  recordingLine,
  TripwireError,
  type AgentRecord,
  type Decision,
} from '../../core/index.ts';
import type { Command } from '../command.ts';
import { LineWriter, streamSink } from '../terminal/line-writer.ts';
import { createRecordCount } from '../terminal/progress-bar.ts';
import { readLines, type Line } from '../terminal/read-lines.ts';

const SOURCE = 'stdin';

const HELP = `tripwire decide [--record FILE] [--constitution NAME|FILE] < records.jsonl > decisions.jsonl

Reads one record per line and writes one decision per line; the last line has the two digests.
  --record FILE          also write a recording that \`tripwire replay\` can check
  --constitution NAME    frozen-v0.2 (default), coding-v1, or a YAML or JSON file
Exit codes: 0 judged everything; 2 a line or option is wrong; nothing after it was judged.`;

/** The command. */
export const command: Command = { help: HELP, run: decide };

async function decide(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      record: { type: 'string' },
      constitution: { type: 'string', default: 'frozen-v0.2' },
    },
  });
  const run = new DecisionRun(loadConstitution(values.constitution));
  if (values.record === undefined) {
    await judgeAll(run, null);
    return 0;
  }
  await writeRecording(values.record, run);
  return 0;
}

/** The recording appears under its name only when it is whole; until then an older one stays. */
async function writeRecording(name: string, run: DecisionRun): Promise<void> {
  const partial = `${name}.${process.pid}.partial`;
  const file = await open(partial, 'wx');
  try {
    const recording = new LineWriter((text) => file.appendFile(text));
    await recording.write(recordingHeader(run.constitution));
    await judgeAll(run, recording);
    await file.sync();
    await file.close();
    await rename(partial, name);
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}

async function judgeAll(run: DecisionRun, recording: LineWriter | null): Promise<void> {
  const out = new LineWriter(streamSink(process.stdout));
  const progress = createRecordCount('deciding');
  try {
    for await (const line of readLines(process.stdin, SOURCE)) {
      if (line.text.trim() === '') continue;
      const { record, decision } = judgeLine(run, line);
      await out.write(cleanJson(canonicalJson(decision)));
      await recording?.write(recordingLine(record, decision, run.digests));
      progress.update(run.steps, line.bytesRead);
    }
    await out.write(canonicalJson(run.digests));
  } finally {
    progress.end();
    // What was judged before a bad line has been judged: show it.
    await out.flush();
    await recording?.flush();
  }
}

/** Judges the record of one line; what is wrong with it is told with its place. */
function judgeLine(
  run: DecisionRun,
  line: Line,
): { readonly record: AgentRecord; readonly decision: Decision } {
  try {
    const record = JSON.parse(line.text) as AgentRecord;
    return { record, decision: run.take(record) };
  } catch (error) {
    const where = `${SOURCE}:${line.number}`;
    if (TripwireError.isInstance(error)) {
      throw new TripwireError(error.code, `${where}: ${error.message}`, error.field);
    }
    if (!(error instanceof SyntaxError)) throw error;
    throw new TripwireError('RECORD_INVALID', `${where}: not valid JSON (${error.message})`);
  }
}
