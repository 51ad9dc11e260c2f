/**
 * Half of the history doesn't build: each bisection ends among skipped commits and is begun anew from another good one.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const BUILDS = [
  [
    'make -j4',
    'fatal error: pkg/legacy.h: No such file or directory\ncompilation terminated.\nmake: *** [Makefile:41: all] Error 1',
  ],
  [
    'cargo build -q',
    'error: linking with `cc` failed: exit status: 1\n  = note: undefined reference to `ssl_ctx_new_ex`',
  ],
  ['npm run build', "npm error Cannot find module 'node-gyp/bin/node-gyp.js'"],
  ['./gradlew assemble', '> Could not resolve com.acme:legacy-bom:1.9.\n\nBUILD FAILED'],
] as const;

export const bisectRestarts: Family = {
  name: 's_bisect_restarts',
  what: 'begins a bisection again and again in a stretch of history that does not build',
  batch: 16,
  limit: 28,
  play(agent) {
    const { words } = agent;
    const commits = Array.from({ length: 7 }, () => ({
      hash: words.hex(40),
      title: `${words.verb()} ${words.noun()}s in ${words.noun()}`,
    }));
    const tags = [
      `v3.${agent.between(1, 9)}.0`,
      `v3.${agent.between(10, 19)}.0`,
      words.hex(8),
      'HEAD~40',
    ];
    const [build, failure] = agent.pick(BUILDS);
    const run = (command: string, text: string, about: string, exit = 0) =>
      agent.shell(
        command,
        { text, exit },
        { saying: musing(agent, about), tookMs: agent.between(300, exit === 0 ? 3000 : 60_000) },
      );
    const at = (index: number, left: number) => {
      const commit = commits[index % commits.length];
      return `Bisecting: ${left} revisions left to test after this (roughly ${Math.ceil(Math.log2(left + 1))} steps)\n[${commit?.hash}] ${commit?.title}`;
    };
    agent.prompt(`Since some time ${words.symbol()} is slow. Find the commit that did it.`);
    agent.warmUp(5, 10);
    agent.loopBegins();
    agent.times(5, 7, () => {
      run(`git bisect start HEAD ${agent.pick(tags)}`, at(agent.between(0, 2), 13), 'range');
      const skips = agent.between(3, 4);
      for (let index = 0; index < skips; index += 1) {
        run(
          agent.random.chance(0.3) ? `${build} 2>&1 | tail -3` : build,
          failure,
          'build of this commit',
          2,
        );
        run(
          'git bisect skip',
          index < skips - 1
            ? at(index + agent.between(1, 3), 13 - index)
            : `There are only 'skip'ped commits left to test.\nThe first bad commit could be any of:\n${commits
                .slice(0, agent.between(4, 7))
                .map(({ hash }) => hash)
                .join('\n')}\nWe cannot bisect more!`,
          'skip',
        );
      }
      if (agent.random.chance(0.3))
        run(
          agent.pick(['git submodule update --init', 'git clean -fdx', 'npm ci', 'rm -rf build']),
          '',
          'clean tree',
        );
      run(
        'git bisect reset',
        `Previous HEAD position was ${words.hex(8)}\nSwitched to branch 'main'`,
        'other starting point',
      );
    });
  },
};
