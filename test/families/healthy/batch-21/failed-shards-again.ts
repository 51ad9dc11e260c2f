/**
 * Subagents in waves: those that failed are sent again, and each wave is smaller.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';

const FAILURES = [
  'I could not complete the task: the agent reached its turn limit without result.',
  'No changes were made: the working copy was locked by another agent.',
  'API Error: 529 {"type":"overloaded_error","message":"Overloaded"}',
];

export const failedShardsAgain: Family = {
  name: 'h_failed_shards_again',
  what: 'sends one subagent per package and sends the failed ones again with the same brief; each wave is smaller',
  batch: 21,
  play(agent) {
    const { words } = agent;
    const total = agent.between(14, 32);
    const goal = agent.pick([
      'Migrate the package below from jest to vitest and run its tests.',
      'Replace the old logger in the package below and run its tests.',
      'Make the package below compile with strict types.',
    ]);
    let left = Array.from({ length: total }, (_, index) => `packages/${words.noun()}-${index}`);
    agent.prompt(`One subagent per package, please: ${goal}`);
    agent.shell('ls -d packages/*', left.join('\n'));
    for (let wave = 0; left.length > 0; wave += 1) {
      const failed: string[] = [];
      for (let at = 0; at < left.length; at += 6) {
        const group = left.slice(at, at + 6);
        const exchanges = group.map((name) => {
          const fails = wave < 3 && agent.random.chance(wave === 0 ? 0.4 : 0.3);
          if (fails) failed.push(name);
          const report = fails
            ? agent.pick(FAILURES)
            : `Done. ${agent.between(3, 60)} tests pass, ${agent.between(1, 14)} files changed.`;
          return delegation(agent.manner, {
            title: name,
            brief: `${goal} Package: ${name}`,
            role: 'worker',
            report,
            id: words.hex(8),
            tokens: agent.between(9000, 90_000),
            ms: agent.between(30_000, 240_000),
          });
        });
        agent.together(exchanges, {
          saying: wave === 0 ? `The next ${group.length}.` : `Again: ${group.length} that failed.`,
          tookMs: agent.between(40_000, 200_000),
        });
      }
      agent.shell('git status --short | wc -l', String((total - failed.length) * 3));
      left = failed;
    }
    agent.shell('npm test --workspaces', `${agent.between(200, 900)} passed`);
    agent.answer(`All ${total} packages are done.`);
  },
};
