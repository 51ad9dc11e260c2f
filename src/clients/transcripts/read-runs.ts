/**
 * Reads the runs of transcripts, one at a time, whatever their form.
 *
 * A file that cannot be read is reported, and the next one is read. A session that lies in two places
 * (a client moved it, or a person named it again) is read once.
 */
import { errorWords } from '../../base/error-words.ts';
import type { Run } from '../../transcripts/index.ts';
import type { RunsReading, TranscriptFile } from './transcript-form.ts';

/** Told when a file is done. */
export interface FilesReading extends RunsReading {
  readonly onFile?: (file: TranscriptFile) => void;
}

/** Every run of the files that is young enough. */
export async function* readRuns(
  files: readonly TranscriptFile[],
  reading: FilesReading,
): AsyncGenerator<Run> {
  const { sinceMs } = reading;
  const known = new Set<string>();
  for (const transcript of files) {
    if (sinceMs === null || transcript.changedAtMs >= sinceMs) {
      for await (const run of runsOf(transcript, reading)) {
        const key = `${run.client} ${run.id}`;
        if (transcript.form.hasNoSessions !== true && known.has(key)) continue;
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
    yield* transcript.form.read(transcript.file, reading);
  } catch (error) {
    const problem = error instanceof SyntaxError ? 'the file is not JSON' : messageOf(error);
    reading.onBroken({ file: transcript.file, line: null, problem });
  }
}

function messageOf(error: unknown): string {
  return errorWords(error);
}
