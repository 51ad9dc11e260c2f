/**
 * Reads runs in the corpus format from files and folders, one at a time.
 *
 * JSONL holds one run a line; a JSON file holds one run or a list of runs. A line that cannot be read
 * is reported with its place, and the next one is read.
 */
import type { OnBroken } from '../broken-place.ts';
import { fileLines } from '../file-lines.ts';
import { transcriptText } from '../transcript-text.ts';
import { CorpusShapeError } from './event.ts';
import { corpusFiles } from './files.ts';
import { corpusRunFrom, type CorpusRun } from './run.ts';

/** Every run of the paths. What cannot be read goes to `onBroken`, which may throw to refuse. */
export async function* readCorpus(
  paths: readonly string[],
  onBroken: OnBroken,
): AsyncGenerator<CorpusRun> {
  for (const file of corpusFiles(paths, onBroken)) {
    yield* /\.json$/i.test(file) ? runsOfJson(file, onBroken) : runsOfLines(file, onBroken);
  }
}

async function* runsOfLines(file: string, onBroken: OnBroken): AsyncGenerator<CorpusRun> {
  for await (const { number: line, text } of fileLines(file)) {
    if (text === null) {
      onBroken({ file, line, problem: 'the line is not valid UTF-8' });
      continue;
    }
    if (text.trim() === '') continue;
    const run = attempt(() => corpusRunFrom(JSON.parse(text), { file, line }));
    if ('problem' in run) onBroken({ file, line, problem: run.problem });
    else yield run.value;
  }
}

async function* runsOfJson(file: string, onBroken: OnBroken): AsyncGenerator<CorpusRun> {
  const text = await transcriptText(file);
  const parsed = attempt((): unknown => JSON.parse(text));
  if ('problem' in parsed) {
    // Many tools give JSON lines the ending .json; a first line that is a whole value tells.
    if ('value' in attempt((): unknown => JSON.parse(text.slice(0, firstLineEnd(text))))) {
      yield* runsOfLines(file, onBroken);
    } else {
      onBroken({ file, line: null, problem: parsed.problem });
    }
    return;
  }
  const values: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  for (const [index, value] of values.entries()) {
    // Lines mean nothing inside one JSON value, so the place is counted in runs.
    const run = attempt(() => corpusRunFrom(value, { file, line: index + 1 }));
    if ('problem' in run) onBroken({ file, line: index + 1, problem: run.problem });
    else yield run.value;
  }
}

function firstLineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? 0 : end;
}

function attempt<Value>(action: () => Value): { value: Value } | { problem: string } {
  try {
    return { value: action() };
  } catch (error) {
    if (error instanceof CorpusShapeError) return { problem: error.message };
    if (error instanceof SyntaxError) return { problem: `not JSON: ${error.message}` };
    throw error;
  }
}
