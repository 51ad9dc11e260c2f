/**
 * Two regressions are bisected, in a history some commits of which don't build: skipped, and on in what is left.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

export const bisectWithSkips: Family = {
  name: 'h_bisect_with_skips',
  what: 'bisects for several regressions in turn, skipping the commits that do not build',
  batch: 16,
  play(agent) {
    const { words } = agent;
    const [build, failure] = agent.pick([
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
    ] as const);
    const run = (command: string, text: string, about: string, exit = 0) =>
      agent.shell(
        command,
        { text, exit },
        { saying: musing(agent, about), tookMs: agent.between(300, 60_000) },
      );
    const names = Array.from({ length: agent.between(2, 3) }, () => words.symbol());
    agent.prompt(
      `${names.join(', ')} became slower since the last release. Find the commit for each.`,
    );
    agent.warmUp(1, 4);
    for (const name of names) {
      let left = agent.between(90, 700);
      const here = () =>
        `Bisecting: ${left} revisions left to test after this (roughly ${Math.ceil(Math.log2(left + 1))} steps)\n[${words.hex(40)}] ${words.verb()} ${words.noun()}s in ${words.noun()}`;
      run(`git bisect start HEAD v3.${agent.between(1, 19)}.0`, here(), 'range');
      while (left > 0) {
        if (agent.random.chance(0.2)) {
          run(`${build} 2>&1 | tail -3`, failure, 'build of this commit', 2);
          left -= 1;
          run('git bisect skip', here(), 'skip');
          continue;
        }
        const ms = agent.pick([agent.between(90, 130), agent.between(400, 500)]);
        run(
          `${build} && ./bench --only ${name}`,
          `${name}  ${ms}.${agent.between(0, 9)} ms ± ${agent.between(1, 9)}.${agent.between(0, 9)}`,
          name,
        );
        left = Math.floor(left / 2) - 1;
        run(
          `git bisect ${ms > 200 ? 'bad' : 'good'}`,
          left > 0
            ? here()
            : `${words.hex(40)} is the first bad commit\nAuthor: ${words.person()}\n\n    ${words.sentence()}`,
          'half',
        );
      }
      run(
        'git bisect reset',
        `Previous HEAD position was ${words.hex(8)}\nSwitched to branch 'main'`,
        'next one',
      );
    }
    agent.answer('The commits are found.');
  },
};
