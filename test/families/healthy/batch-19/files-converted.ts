/**
 * A folder of files is converted one by one with the same tool and the same line of output, with a look at git in between.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Conversion {
  readonly ask: string;
  readonly from: (stem: string) => string;
  readonly to: (stem: string) => string;
  readonly convert: (stem: string) => readonly [string, string];
  readonly check: readonly [string, string];
}

const typed: Conversion = {
  ask: 'Move the components to TypeScript, one file per commit so that review stays easy.',
  from: (stem) => `src/components/${stem}.jsx`,
  to: (stem) => `src/components/${stem}.tsx`,
  convert: (stem) => [
    `npx ts-migrate rename src/components/${stem}.jsx && npx ts-migrate migrate src/components/${stem}.tsx`,
    'Renamed 1 file.\nmigrated 1 file, 0 errors',
  ],
  check: ['npx tsc --noEmit', ''],
};

const pytested: Conversion = {
  ask: 'Convert the unittest cases to plain pytest, file by file, and commit each.',
  from: (stem) => `tests/test_${stem}.py`,
  to: (stem) => `tests/test_${stem}.py`,
  convert: (stem) => [
    `unittest2pytest -w -n tests/test_${stem}.py`,
    'RefactoringTool: Files that were modified:\nRefactoringTool: 1 file',
  ],
  check: ['python -m pytest -q tests', '312 passed'],
};

const codemod: Conversion = {
  ask: 'Run the new router codemod on each package, one commit per package please.',
  from: (stem) => `packages/${stem}/src/index.ts`,
  to: (stem) => `packages/${stem}/src/index.ts`,
  convert: (stem) => [
    `npx jscodeshift -t codemods/router-v7.ts packages/${stem}/src`,
    'All done.\nResults:\n0 errors\n3 unmodified\n0 skipped\n1 ok',
  ],
  check: ['pnpm -s typecheck', ''],
};

function convertOne(agent: ScriptedAgent, conversion: Conversion, stem: string): void {
  const { from, to, convert, check } = conversion;
  const path = to(stem);
  const needsHand = agent.random.chance(0.15);
  agent.shell(...convert(stem));
  agent.shell(
    'git status --short',
    from(stem) === path ? ` M ${path}` : ` D ${from(stem)}\n?? ${path}`,
  );
  if (needsHand) {
    const message = `${path}:${agent.between(4, 90)}: '${agent.words.noun()}' is possibly undefined`;
    agent.shell(check[0], { text: message, exit: 2 });
    agent.edit(`${agent.words.root}/${path}`, agent.words.code(), agent.words.code());
  }
  agent.shell(...check);
  agent.shell(`git add -A && git commit -qm "Convert ${stem}" && git status --short`, '');
}

export const filesConverted: Family = {
  name: 'h_files_converted',
  what: 'converts one file or package after the other with a tool that always prints the same, and looks at git in between',
  batch: 19,
  play(agent) {
    const { words } = agent;
    const conversion = agent.pick([typed, pytested, codemod]);
    const stems = Array.from(
      { length: agent.between(12, 22) },
      (_, k) => `${words.noun()}_${words.verb()}${k + 1}`,
    );
    agent.prompt(conversion.ask);
    agent.shell('git ls-files', stems.map(conversion.from).join('\n'));
    for (const stem of stems) convertOne(agent, conversion, stem);
    agent.answer(`${stems.length} are converted, each in a commit of its own.`);
  },
};
