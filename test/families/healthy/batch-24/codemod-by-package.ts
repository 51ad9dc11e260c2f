/**
 * The same codemod and the same tests in each package of a large repository; most need no change at all.
 */
import type { Family } from '../../family.ts';

export const codemodByPackage: Family = {
  name: 'h_codemod_by_package',
  what: 'runs a codemod and the tests in each of many packages; most print the same, some need an edit by hand and a commit',
  batch: 24,
  play(agent) {
    const { words } = agent;
    const mod = `codemods/${words.verb()}-${words.noun()}.js`;
    const packages = Array.from(
      { length: agent.between(22, 45) },
      (_, index) => `packages/${words.noun()}-${index + 10}`,
    );
    const entering = agent.random.chance(0.4);
    agent.prompt(
      `Run ${mod} on every package, one at a time, run its tests, and commit each that changes.`,
    );
    agent.warmUp(1, 3);
    for (const folder of packages) {
      const changed = agent.random.chance(0.35) ? agent.between(1, 14) : 0;
      const at = entering ? `cd ${folder} && ` : '';
      const on = entering ? '.' : folder;
      agent.shell(
        `${at}npx jscodeshift -t ${mod} ${on}`,
        `All done.\nResults:\n0 errors\n${agent.between(3, 9)} unmodified\n${changed} ok`,
        { saying: agent.pick(['', '', 'Next package.', 'And the next one.']) },
      );
      if (changed === 0) continue;
      const breaks = agent.random.chance(0.3);
      const tests = agent.between(8, 90);
      if (breaks) {
        const file = `${folder}/src/${words.noun()}.ts`;
        agent.shell(`${at}npm test --silent`, {
          text: `FAIL ${file}\nTests: 1 failed, ${tests - 1} passed`,
          exit: 1,
        });
        agent.edit(`${words.root}/${file}`, words.code(), words.codeLines(1, 3));
      }
      agent.shell(`${at}npm test --silent`, `Tests: ${tests} passed`);
      agent.shell(`git commit -qam "Codemod in ${folder}"`, '');
    }
    agent.answer(`All ${packages.length} packages are done.`);
  },
};
