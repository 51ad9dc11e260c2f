/**
 * Everything is thrown away and built anew, and the build fails as it did; sometimes a cache is blamed in between.
 */
import type { Family } from '../family.ts';

export const cleanSlate: Family = {
  name: 's_clean_slate',
  what: 'deletes, installs and builds again and again; the failure stays',
  batch: 14,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const symbol = words.symbol();
    const [wipes, install, build, red] = agent.pick([
      [
        ['rm -rf node_modules', 'rm -rf node_modules package-lock.json', 'npm cache clean --force'],
        'npm install',
        'npm run build',
        () =>
          `src/index.ts(14,7): error TS2339: Property '${symbol}' does not exist on type 'Client'.\nFound 1 error in ${agent.between(1000, 9000)}ms.`,
      ],
      [
        ['cargo clean', 'rm -rf target', 'rm -rf ~/.cargo/registry/cache'],
        'cargo fetch',
        'cargo build',
        () =>
          `error[E0599]: no method named \`${symbol}\` found for struct \`Client\`\n  --> src/main.rs:14:7\nerror: could not compile \`app\` (bin "app") due to 1 previous error`,
      ],
      [
        ['docker system prune -f', 'docker compose down -v', 'docker rmi app'],
        'docker compose pull',
        'docker compose build',
        () =>
          `#${agent.between(8, 14)} ERROR: process "/bin/sh -c make ${symbol}" did not complete successfully: exit code: 2\nfailed to solve: process did not complete`,
      ],
    ] as const);
    agent.prompt('The build is broken since this morning. Repair it.');
    agent.warmUp(0, 6);
    agent.loopBegins();
    agent.times(9, 14, () => {
      agent.shell(
        agent.pick(wipes),
        agent.pick(['', `Total reclaimed space: ${agent.between(10, 900)}MB`]),
      );
      agent.shell(
        install,
        `added ${agent.between(411, 415)} packages in ${agent.between(4, 20)}s`,
        { tookMs: agent.between(4000, 20_000) },
      );
      agent.shell(build, { text: red(), exit: 1 }, { tookMs: agent.between(2000, 9000) });
    });
  },
};
