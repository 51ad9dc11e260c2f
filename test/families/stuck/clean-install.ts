import type { Family } from '../family.ts';

export const cleanInstall: Family = {
  name: 's_clean_install',
  what: 'installs everything anew again and again, and the same import fails',
  batch: 4,
  limit: 20,
  play(agent) {
    agent.prompt('The tests do not start. Fix that.');
    agent.warmUp(1, 4);
    const name = agent.words.project();
    agent.loopBegins();
    agent.times(8, 12, () => {
      agent.shell(
        agent.pick([
          'rm -rf node_modules',
          'rm -rf node_modules package-lock.json',
          'npm cache clean --force',
          'rm -rf node_modules dist',
        ]),
        '',
      );
      agent.shell(
        agent.pick(['npm install', 'npm ci', 'npm i', 'npm install --legacy-peer-deps']),
        `added ${agent.between(812, 816)} packages, and audited ${agent.between(813, 817)} packages in ${agent.between(8, 40)}s\n\n${agent.between(100, 140)} packages are looking for funding\n  run \`npm fund\` for details\n\nfound 0 vulnerabilities`,
      );
      agent.shell('npm test', {
        text: `Error: Cannot find module '${name}'\nRequire stack:\n- ${agent.words.root}/test/setup.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:${agent.between(1200, 1240)}:15)`,
        exit: 1,
      });
    });
  },
};
