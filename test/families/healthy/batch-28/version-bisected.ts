/**
 * The version of a package that broke the build is found by halves: install, test, next.
 */
import type { Family } from '../../family.ts';

export const versionBisected: Family = {
  name: 'h_version_bisected',
  what: 'installs one version of a package after the other and runs the tests, until the first bad one is found',
  batch: 28,

  play(agent) {
    const { words } = agent;
    const name = `@acme/${words.noun()}`;
    const versions = agent.between(30, 90);
    const bad = agent.between(5, versions - 3);
    agent.prompt(
      `Which version of ${name} broke the tests? 3.0.0 was good, 3.${versions}.0 is bad.`,
    );
    let [low, high] = [0, versions];
    while (high - low > 1) {
      const at = Math.floor((low + high) / 2);
      agent.shell(
        `npm install ${name}@3.${at}.0 --no-save`,
        `changed 1 package, and audited ${agent.between(800, 900)} packages in ${agent.between(2, 9)}s`,
      );
      if (at >= bad) {
        agent.shell('npm test', {
          text: ` FAIL  test/totals.test.ts > rounds\nAssertionError: expected 4.51 to be 4.5\n Tests  1 failed | 211 passed`,
          exit: 1,
        });
        high = at;
      } else {
        agent.shell('npm test', ' Tests  212 passed');
        low = at;
      }
    }
    agent.shell('git checkout package-lock.json', 'Updated 1 path from the index');
    agent.answer(`3.${high}.0 is the first bad one.`);
  },
};
