/**
 * A suite is run on one commit as often as somebody asked, to learn how often it fails; nearly every run looks the same.
 */
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testCommand, testReport } from '../../test-report.ts';

const COUNTS = [
  [18, '18 times'],
  [20, 'twenty times'],
  [24, 'two dozen times'],
  [25, '25 times in a row'],
  [30, '30 times'],
] as const;

export const rerunsAsked: Family = {
  name: 'h_reruns_asked',
  what: 'runs one suite on one commit as often as it was asked to and counts the failures',
  batch: 17,
  play(agent) {
    const { words } = agent;
    const runner = runnerOf(agent);
    const target = words.file().replace('src', 'e2e');
    const [count, wish] = agent.pick(COUNTS);
    const command = testCommand(runner, target);
    const passed = agent.between(4, 40);
    const failure = {
      test: `checks out with ${words.noun()}`,
      at: `${target}:${agent.between(20, 200)}`,
      message: `Timed out after 5000 ms waiting for "${words.noun()} confirmed"`,
    };
    agent.prompt(
      `Run ${command} ${wish} on this commit, change nothing, and tell me how often it fails.`,
    );
    if (agent.random.chance(0.5))
      agent.shell('git status --short --branch', `## release/${agent.between(2, 9)}.0`);
    let failed = 0;
    for (let run = 0; run < count; run += 1) {
      const isRed = agent.random.chance(0.15);
      if (isRed) failed += 1;
      agent.shell(
        command,
        testReport(agent, runner, {
          passed: isRed ? passed - 1 : passed,
          failures: isRed ? [failure] : [],
        }),
        { saying: musing(agent, `run ${run + 1}`), tookMs: agent.between(8000, 60_000) },
      );
    }
    agent.answer(`${failed} of ${count} runs failed.`);
  },
};
