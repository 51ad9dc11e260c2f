/** The house rules as a command: prints what is untidy, one line each, and fails if there is any. */
import { fileURLToPath } from 'node:url';
import { describeProblem, findProblems } from './find-problems.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { problems } = findProblems(root);
for (const problem of problems) process.stdout.write(`${describeProblem(problem)}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
