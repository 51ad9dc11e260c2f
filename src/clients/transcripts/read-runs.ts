/**
 * Reads the runs of transcripts, one at a time, whatever their form.
 *
 * A file that cannot be read is reported, and the next one is read. A session that lies in two places
 * (a client moved it, or a person named it again) is read once.
 */
import { errorWords } from '../../base/error-words.ts';
import { type Reading, readMessageLog, type Run, readSweAgent } from '../../transcripts/index.ts';
import { readClaudeCode } from '../claude-code/transcript.ts';
import { readCodex } from '../codex/transcript.ts';
import { readGemini } from '../gemini-cli/transcript.ts';
import { readOpencodeDatabase } from '../opencode/database.ts';
import { readOpencodeSession } from '../opencode/storage.ts';
import type { TranscriptFile } from './transcript-file.ts';

/** Told when a file is done. */
export interface RunsReading extends Reading {
  readonly onFile?: (file: TranscriptFile) => void;
  /** Runs that ended before are left out; null for none. */
  readonly sinceMs: number | null;
}

/** Every run of the files that is young enough. */
export async function* readRuns(
  files: readonly TranscriptFile[],
  reading: RunsReading,
): AsyncGenerator<Run> {
  const { sinceMs } = reading;
  const known = new Set<string>();
  for (const transcript of files) {
    if (sinceMs === null || transcript.changedAtMs >= sinceMs) {
      for await (const run of runsOf(transcript, reading)) {
        const key = `${run.client} ${run.id}`;
        const isLog = run.client === 'message-log' || run.client === 'swe-agent';
        if (!isLog && known.has(key)) continue;
        known.add(key);
        const endedAtMs = run.endedAtMs ?? transcript.changedAtMs;
        if (sinceMs === null || endedAtMs >= sinceMs) yield run;
      }
    }
    reading.onFile?.(transcript);
  }
}

async function* runsOf(transcript: TranscriptFile, reading: RunsReading): AsyncGenerator<Run> {
  try {
    yield* formReader(transcript, reading);
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'the file is not JSON' : messageOf(error);
    reading.onBroken({ file: transcript.file, line: null, problem });
  }
}

function formReader({ file, form }: TranscriptFile, reading: RunsReading): AsyncIterable<Run> {
  switch (form) {
    case 'claude-code':
      return readClaudeCode(file, reading);
    case 'codex':
      return readCodex(file, reading);
    case 'gemini-cli':
      return readGemini(file, reading);
    case 'opencode-database':
      return readOpencodeDatabase(file, reading, reading.sinceMs);
    case 'opencode-session':
      return single(() => readOpencodeSession(file, reading));
    case 'swe-agent':
      return readSweAgent(file, reading);
    case 'message-log':
      return readMessageLog(file, reading);
  }
}

async function* single(read: () => Run | null): AsyncGenerator<Run> {
  const run = await Promise.resolve(read());
  if (run !== null) yield run;
}

function messageOf(error: unknown): string {
  return errorWords(error);
}
