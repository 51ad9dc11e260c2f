/**
 * Plants the fault of one row in a working copy, runs the tests that cite the row, and puts the
 * file back, so that the copy serves for the next row.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { occurrences } from '../../spec/coverage-problems.ts';
import type { DoneRequirement } from '../../spec/requirement.ts';
import { runCitingTests, type RunOptions } from './run-citing-tests.ts';
import type { TestRun } from './test-run.ts';
import { baselineProblem, invalid, judge, type Verdict } from './verdict.ts';

export async function plantFault(
  root: string,
  { id, fault }: DoneRequirement,
  testFiles: readonly string[],
  options: RunOptions,
): Promise<Verdict> {
  // Without names the runner would run every file.
  if (testFiles.length === 0) return invalid('no test cites the row');
  const file = join(root, fault.file);
  if (!existsSync(file)) return invalid(`${fault.file} does not exist`);
  const sound = await readFile(file, 'utf8');
  const count = occurrences(sound, fault.text);
  if (count !== 1) return invalid(`its text occurs ${count} times in ${fault.file}, not once`);
  const at = sound.indexOf(fault.text);
  // Not String.replace: a `$` in the replacement must stay a `$`.
  const faulty = sound.slice(0, at) + fault.replacement + sound.slice(at + fault.text.length);
  const syntaxError = syntaxProblem(fault.file, faulty);
  if (syntaxError !== undefined) return invalid(`with the fault, ${syntaxError}`);

  const problem = await soundProblem(() => runCitingTests(root, id, testFiles, options));
  if (problem !== undefined) return invalid(problem);
  await writeFile(file, faulty);
  try {
    return judge(await runCitingTests(root, id, testFiles, options));
  } finally {
    await writeFile(file, sound);
  }
}

/**
 * What keeps the tests from judging, as seen twice where a test failed: on a machine that is busy with two rows a test
 * may fail for another reason than the row's. Whether the tests are steady is what `npm test` is for.
 */
async function soundProblem(run: () => Promise<TestRun>): Promise<string | undefined> {
  const first = await run();
  const isRed = first.kind === 'ran' && first.failed.length > 0;
  return baselineProblem(isRed ? await run() : first);
}

/** A test that starts the program would fail on a file that does not parse, and seem to find it. */
function syntaxProblem(path: string, text: string): string | undefined {
  if (!/\.[mc]?[jt]s$/.test(path)) return undefined;
  const error = parseSync(path, text).errors[0];
  return error === undefined ? undefined : `${path} does not parse: ${error.message}`;
}
