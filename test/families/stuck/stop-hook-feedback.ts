import type { Family } from '../family.ts';

/** The hook itself is broken, so nothing the agent says can satisfy it. */
export const stopHookFeedback: Family = {
  name: 's_stop_hook_feedback',
  what: "a broken stop hook's error comes back as the next prompt",
  batch: 1,
  limit: 10,
  unit: 'answer',
  play(agent) {
    agent.prompt(`Document ${agent.words.symbol()} in the README.`);
    agent.warmUp(3, 7);
    agent.answer(`I documented the function: ${agent.words.sentence()}`);
    const hook = agent.pick(['~/.claude/hooks/verify.sh', '.hooks/on-stop.py', 'scripts/gate.sh']);
    agent.loopBegins();
    agent.times(12, 24, () => {
      agent.rest(agent.between(200, 2500));
      agent.prompt(
        `Stop hook feedback:\n- [${hook}]: ${hook}: line ${agent.between(3, 4)}: jq: command not found (run ${agent.words.hex(8)} at ${agent.clock()})`,
      );
      agent.answer(
        agent.pick([
          'The task is complete. The hook fails because jq is missing, which I cannot change.',
          'Everything is done; the stop hook error is unrelated to my work.',
          'The documentation is finished. The hook needs jq, which is not installed here.',
          'All work is complete. The remaining message comes from the hook itself.',
        ]),
      );
    });
  },
};
