/** The house rules as a command: prints what is untidy, one line each, and fails if there is any. */
import { fileURLToPath } from 'node:url';
import { describeProblem, findProblems } from './find-problems.ts';

const FILES_MIN = 1_000;
const root = fileURLToPath(new URL('../..', import.meta.url));
const { filesRead, problems } = findProblems(root);
for (const problem of problems) process.stdout.write(`${describeProblem(problem)}\n`);
// A search that finds no files would pass for ever.
const isBlind = filesRead < FILES_MIN;
if (isBlind)
  process.stdout.write(`only ${filesRead} files were read: this looks in the wrong place\n`);
process.exitCode = problems.length === 0 && !isBlind ? 0 : 1;
