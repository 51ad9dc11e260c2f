/**
 * A suite whose failure is printed on top, of which only the end is ever looked at.
 */
import type { Family } from '../../family.ts';

export const tailOfTheOutput: Family = {
  name: 's_tail_of_the_output',
  what: 'runs the whole suite again and again through ever other pipes, none of which shows what failed',
  batch: 23,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const suite = agent.pick(['npm test', 'make test', 'bazel test //...', 'mvn -q verify', 'tox']);
    const passed = agent.between(110, 2400);
    const seconds = agent.between(20, 110);
    const noise = Array.from(
      { length: 6 },
      () => `warning: ${words.noun()} is deprecated, use ${words.noun()} (${words.file()})`,
    );
    const end = () =>
      `${passed} passed, 1 failed, 3 skipped\nRan all suites in ${seconds + agent.between(-4, 9)}.${agent.between(10, 99)} s`;
    const pipes: readonly (() => readonly [string, string])[] = [
      () => [`| tail -${agent.between(2, 6)}`, end()],
      () => [
        `| tail -${agent.between(7, 12)}`,
        `${agent.shuffled(noise).slice(0, 4).join('\n')}\n${end()}`,
      ],
      () => ['2>/dev/null | tail -3', end()],
      () => [`| grep -i "failed"`, end().split('\n')[0] ?? ''],
      () => [`| grep -c FAIL`, '1'],
      () => [`| grep -A3 -i "error:"`, ''],
      () => ['| wc -l', String(agent.between(4100, 4140))],
      () => ['--silent | tail -2', end()],
    ];
    const favourites = agent.shuffled(pipes).slice(0, agent.between(4, 7));
    agent.prompt('One test is red on this branch. Fix it.');
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(18, 26, () => {
      const [pipe, text] = agent.pick(favourites)();
      agent.shell(
        `${suite} 2>&1 ${pipe}`,
        { text, seconds },
        {
          tookMs: seconds * 1000 + agent.between(100, 6000),
          saying: agent.pick([
            '',
            'Which test fails?',
            'Let me see the failure.',
            'I need to see more of the output.',
          ]),
        },
      );
    });
  },
};
