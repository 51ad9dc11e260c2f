/**
 * A pull request that needs some rounds with CI: each waits for the checks, finds another job red, and mends it.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const JOBS = [
  'lint',
  'types',
  'unit (20)',
  'unit (22)',
  'e2e-chromium',
  'e2e-firefox',
  'docs',
  'licences',
];

interface Checks {
  readonly done: number;
  readonly red: string | undefined;
  readonly number: number;
}

function table(jobs: readonly string[], { done, red, number }: Checks): string {
  return jobs
    .map((job, index) => {
      const state = index >= done ? 'pending' : job === red ? 'fail' : 'pass';
      const time = state === 'pending' ? '0' : `${1 + index}m${10 + index * 3}s`;
      return `${job}\t${state}\t${time}\thttps://github.com/acme/core/actions/runs/${number}`;
    })
    .join('\n');
}

function waitForChecks(agent: ScriptedAgent, pull: number, red: string | undefined): void {
  const number = agent.between(1e9, 9e9);
  const pause = agent.pick([30, 60, 60]);
  let done = 0;
  while (done < JOBS.length) {
    if (agent.random.chance(0.55)) done += agent.between(1, 3);
    const over = done >= JOBS.length;
    agent.shell(
      `sleep ${pause}; gh pr checks ${pull}`,
      {
        text: table(JOBS, { done, red, number }),
        exit: over ? (red === undefined ? 0 : 1) : 8,
        seconds: pause + 1,
      },
      {
        tookMs: pause * 1000 + agent.between(600, 1800),
        saying: agent.pick(['', '', 'Still on.']),
      },
    );
  }
}

export const ciRounds: Family = {
  name: 'h_ci_rounds',
  what: 'waits for the checks of a pull request, mends the job that is red, pushes, and waits again; green in the end',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const pull = agent.between(100, 4000);
    const rounds = agent.shuffled(JOBS).slice(0, agent.between(2, 4));
    agent.prompt(`Get the checks of PR ${pull} green.`);
    agent.warmUp(1, 5);
    for (const red of rounds) {
      waitForChecks(agent, pull, red);
      const path = words.path();
      agent.shell(
        'gh run view --log-failed | tail -6',
        `${red}\tRun\t${agent.clock()} ${words.file()}:${agent.between(2, 300)}: ${words.sentence()}\n${red}\tRun\t${agent.clock()} ##[error]Process completed with exit code 1.`,
      );
      agent.read(path, words.codeLines(5, 15));
      agent.edit(path, words.codeLines(1, 2), words.codeLines(1, 3));
      agent.shell(`git commit -qam "${words.verb()} the ${words.noun()}" && git push -q`, '');
    }
    waitForChecks(agent, pull, undefined);
    agent.answer(`All checks of PR ${pull} are green.`);
  },
};
