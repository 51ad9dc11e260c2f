/**
 * The agent says that it is done; the harness finds nothing done; the agent says it again without calling a tool.
 */
import type { Family } from '../../family.ts';

export const doneWithoutWork: Family = {
  name: 's_done_without_work',
  what: 'claims after each failed verification that the work is done now, and calls no tool',
  batch: 21,
  limit: 8,
  unit: 'answer',
  play(agent) {
    const { words } = agent;
    const file = words.file();
    const symbol = words.symbol();
    const complaint = agent.pick([
      `Verification failed: ${file} does not exist.`,
      `Stop hook feedback:\n- [verify.sh]: ${symbol} is not exported from ${file}`,
      `The task is not complete: 0 of 3 checks passed (${file} is missing). Continue.`,
    ]);
    const claims = [
      `I have created ${file} with ${symbol} and its tests. Everything is in place now.`,
      `Done. ${symbol} is implemented in ${file} and all tests pass.`,
      `The file ${file} has been written; ${symbol} works as requested.`,
      `You are right. I have now added ${file}. The implementation is complete.`,
      `All set: ${file} contains ${symbol}, the tests are green.`,
      `I have double-checked it: ${symbol} is there and exported. The task is complete.`,
    ];
    const same = agent.random.chance(0.35);
    const favourite = agent.pick(claims);
    agent.prompt(`Add ${symbol} to ${file}, with tests.`);
    agent.warmUp(0, 4);
    agent.loopBegins();
    agent.times(16, 26, () => {
      agent.answer(same ? favourite : agent.pick(claims));
      agent.rest(agent.between(0, 1500));
      agent.prompt(complaint);
    });
  },
};
