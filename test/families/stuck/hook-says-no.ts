/**
 * A stop hook hands its complaint back as the next prompt; the agent runs the same check, says it is done, and hears it again.
 */
import type { Family } from '../family.ts';

export const hookSaysNo: Family = {
  name: 's_hook_says_no',
  what: 'is sent back to work by a hook with the same complaint, and does the same each time',
  batch: 13,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const missing = words.file();
    agent.prompt(`Implement ${words.symbol()} with a test.`);
    agent.warmUp(3, 10);
    agent.answer('Done: the function and its test are there.');
    const complaint = agent.pick([
      () =>
        `Stop hook feedback:\n[./hooks/coverage.sh]: coverage of ${missing} is 71 %, required 80 %`,
      () =>
        `Stop hook error (attempt ${agent.between(2, 90)}): lint-staged not found, please finish the task`,
      () => `The task is not complete: ${missing} has no changelog entry. Continue working.`,
    ]);
    agent.loopBegins();
    agent.times(18, 26, () => {
      agent.rest(agent.between(200, 2500));
      agent.prompt(complaint());
      agent.shell(
        'npm test --silent',
        `ℹ tests 41\nℹ pass 41\nℹ fail 0\nℹ duration_ms ${agent.between(900, 4000)}.${agent.between(10, 99)}`,
        { tookMs: agent.between(900, 4000) },
      );
      if (agent.random.chance(0.5)) agent.shell('git status --short', ` M ${missing}`);
      agent.answer(
        agent.pick([
          'All tests pass, the task is complete.',
          'Everything is done: 41 tests pass.',
          'The work is complete and tested.',
        ]),
      );
    });
  },
};
