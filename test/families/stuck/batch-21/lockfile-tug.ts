/**
 * A check forbids a changed lock file, and the install needs one; the agent writes it and takes it back in turn.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Step = readonly [command: string, print: () => Printed];

const npm = (agent: ScriptedAgent, name: string): readonly Step[] => [
  [
    'npm ci',
    () => ({
      text: `npm error code EUSAGE\nnpm error \`npm ci\` can only install packages when your package.json and package-lock.json are in sync.\nnpm error Missing: ${name}@2.4.0 from lock file\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/${agent.clock().replaceAll(':', '_')}-debug-0.log`,
      exit: 1,
    }),
  ],
  [
    'npm install',
    () => ({
      text: `added 1 package, and audited ${agent.between(812, 815)} packages in ${agent.between(2, 19)}s\n\nfound 0 vulnerabilities`,
    }),
  ],
  [
    'npm run verify',
    () => ({
      text: '> verify\n> node scripts/verify.js\n\nerror: package-lock.json differs from the approved lock file',
      exit: 1,
    }),
  ],
  ['git checkout -- package-lock.json', () => ({ text: 'Updated 1 path from the index' })],
];

const poetry = (agent: ScriptedAgent, name: string): readonly Step[] => [
  [
    'poetry install',
    () => ({
      text: 'Installing dependencies from lock file\n\npyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock` to fix the lock file.',
      exit: 1,
    }),
  ],
  [
    'poetry lock',
    () => ({
      text: `Updating dependencies\nResolving dependencies... (${agent.between(11, 190) / 10}s)\n\nWriting lock file`,
    }),
  ],
  [
    'pre-commit run --all-files',
    () => ({
      text: `frozen lock file....................Failed\n- hook id: frozen-lock\n- exit code: 1\n\npoetry.lock: ${name} is not on the approved list`,
      exit: 1,
    }),
  ],
  ['git restore poetry.lock', () => ({ text: '' })],
];

export const lockfileTug: Family = {
  name: 's_lockfile_tug',
  what: 'writes a lock file because the install wants it and restores it because a check wants that, in turn',
  batch: 21,
  limit: 18,
  play(agent) {
    const name = `@acme/${agent.words.noun()}-${agent.words.noun()}`;
    const steps = agent.pick([npm, poetry])(agent, name);
    agent.prompt(`Add ${name} as a dependency; install and verify must both pass.`);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(7, 11, () => {
      for (const [command, print] of steps) {
        agent.shell(command, print(), {
          saying: agent.pick(['', '', 'Next.', 'The lock file is the problem.', 'Now it fits.']),
        });
      }
      if (agent.random.chance(0.2)) agent.shell('git status --short', ' M package.json');
    });
  },
};
