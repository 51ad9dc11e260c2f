/**
 * Two programs that mend by themselves, of which each undoes what the other did; the agent runs them in turn.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

type Step = readonly [readonly string[], () => Printed];
type Duel = (agent: ScriptedAgent, file: string) => readonly Step[];

const eslintPrettier: Duel = (agent, file) => {
  const line = agent.between(10, 300);
  return [
    [
      ['npx prettier --write src', 'npm run format'],
      () => ({ text: `${file} ${agent.between(18, 90)}ms` }),
    ],
    [
      ['npx eslint src', 'npm run lint', 'npx eslint src --max-warnings 0'],
      () => ({
        text: `${agent.words.root}/${file}\n  ${line}:5  error  Expected indentation of 6 spaces but found 4  indent\n\n✖ 1 problem (1 error, 0 warnings)\n  1 error and 0 warnings potentially fixable with the \`--fix\` option.`,
        exit: 1,
      }),
    ],
    [['npx eslint src --fix', 'npm run lint -- --fix'], () => ({ text: '' })],
    [
      ['npx prettier --check src', 'npm run format:check'],
      () => ({
        text: `Checking formatting...\n[warn] ${file}\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.`,
        exit: 1,
      }),
    ],
  ];
};

const blackIsort: Duel = (agent, file) => [
  [
    ['black .', 'python -m black .'],
    () => ({
      text: `reformatted ${file}\n\nAll done! ✨ 🍰 ✨\n1 file reformatted, 86 files left unchanged.`,
    }),
  ],
  [
    ['isort --check-only .', 'isort . --check --diff'],
    () => ({
      text: `ERROR: ${agent.words.root}/${file} Imports are incorrectly sorted and/or formatted.`,
      exit: 1,
    }),
  ],
  [['isort .', 'python -m isort .'], () => ({ text: `Fixing ${agent.words.root}/${file}` })],
  [
    ['black --check .', 'python -m black --check . -q || black --check .'],
    () => ({
      text: `would reformat ${file}\n\nOh no! 💥 💔 💥\n1 file would be reformatted.`,
      exit: 1,
    }),
  ],
];

const tidyGazelle: Duel = (agent, file) => {
  const folder = file.slice(0, file.lastIndexOf('/'));
  const line = agent.between(3, 9);
  const dependency = `example.com/${agent.words.noun()}/${agent.words.noun()}`;
  return [
    [['go mod tidy'], () => ({ text: '' })],
    [
      ['bazel build //...', 'bazel build //... --keep_going'],
      () => ({
        text: `ERROR: ${agent.words.root}/${folder}/BUILD.bazel:${line}:11: no such package '@${dependency.replaceAll(/[./]/g, '_')}//': not defined\nINFO: Elapsed time: ${agent.between(300, 900) / 100}s`,
        exit: 1,
      }),
    ],
    [
      ['bazel run //:gazelle-update-repos', `go get ${dependency}@latest`],
      () => ({ text: `go: added ${dependency} v1.4.0` }),
    ],
    [
      ['go mod tidy -diff', 'make check-tidy'],
      () => ({
        text: `--- go.mod\n+++ go.mod\n@@ -14,1 +14,0 @@\n-\t${dependency} v1.4.0`,
        exit: 1,
      }),
    ],
  ];
};

export const autofixSeesaw: Family = {
  name: 's_autofix_seesaw',
  what: 'runs two programs in turn that mend by themselves, of which each undoes what the other did',
  batch: 18,
  limit: 18,
  play(agent) {
    const [duel, extension] = agent.pick([
      [eslintPrettier, 'ts'],
      [blackIsort, 'py'],
      [tidyGazelle, 'go'],
    ] as const);
    const file = `src/${agent.words.noun()}/${agent.words.noun()}.${extension}`;
    const steps = duel(agent, file);
    agent.prompt('CI is red on style. Make every check pass and commit.');
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(8, 12, () => {
      for (const [commands, print] of steps) agent.shell(agent.pick(commands), print());
      if (agent.random.chance(0.2))
        agent.shell(
          'git status --short',
          duel === tidyGazelle ? ' M go.mod\n M go.sum' : ` M ${file}`,
        );
    });
  },
};
