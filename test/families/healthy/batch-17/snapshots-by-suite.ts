/**
 * After a redesign each suite is run, its difference looked at, its snapshots accepted, and the suite run again, green.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

export const snapshotsBySuite: Family = {
  name: 'h_snapshots_by_suite',
  what: 'accepts the snapshots of one suite after the other after looking at the difference',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const [before, after] = ['<footer class="old">', '<footer class="wide">'];
    agent.prompt(
      'The redesign of the footer is in. Go through the suites and bring their snapshots up to date.',
    );
    agent.warmUp(2, 6);
    agent.times(10, 15, () => {
      const target = words.file().replace('src', 'tests');
      const passed = agent.between(3, 20);
      const failure = {
        test: `renders ${words.noun()}`,
        at: `${target}:${agent.between(18, 19)}`,
        message: `snapshot does not match\n- ${before}\n+ ${after}`,
      };
      const test = (failures: readonly (typeof failure)[]) =>
        agent.shell(testCommand(runner, target), testReport(agent, runner, { passed, failures }), {
          saying: musing(agent, 'snapshot'),
          tookMs: agent.between(1500, 20_000),
        });
      test([failure]);
      if (agent.random.chance(0.3))
        agent.read(
          `${words.root}/${target.replace(/\.\w+$/, '.snap')}`,
          `${before}\n${words.codeLines(2, 5)}`,
        );
      agent.shell(
        `${testCommand(runner, target)} --update-snapshots`,
        `1 snapshot updated. Done in ${agent.between(80, 900) / 100}s`,
      );
      test([]);
    });
    agent.shell('git diff --stat -- "*.snap"', ` ${agent.between(10, 15)} files changed`);
    agent.answer('All snapshots show the new footer.');
  },
};
