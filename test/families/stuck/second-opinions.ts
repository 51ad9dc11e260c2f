import type { Family } from '../family.ts';

/** Every subagent confirms what the one before it said. */
export const secondOpinions: Family = {
  name: 's_second_opinions',
  what: 'sends one subagent after the other to confirm the same finding',
  batch: 7,
  limit: 12,
  play(agent) {
    const cause = `${agent.words.symbol()} drops the ${agent.words.noun()} when the ${agent.words.noun()} is empty`;
    agent.prompt('Find out why totals are off.');
    agent.warmUp(2, 5);
    agent.loopBegins();
    const tool = {
      claude: 'Task',
      codex: 'spawn_agent',
      gemini: 'delegate_to_agent',
      opencode: 'task',
      custom: 'run_subagent',
    }[agent.manner];
    agent.times(12, 18, () => {
      const prompt = agent.pick([
        'Verify the root cause of the wrong totals.',
        'Double-check why the totals are wrong.',
        'Confirm the root cause of the totals independently.',
        'Please verify again why the totals are off.',
        'Review the finding about the wrong totals once more.',
      ]);
      agent.call(
        tool,
        { description: 'Verify cause', prompt },
        agent.pick([
          `I confirm the finding: ${cause}.`,
          `The root cause is confirmed. ${cause}.`,
          `Confirmed: ${cause}. I did not change anything.`,
          `After checking, the cause is that ${cause}.`,
        ]),
        { tookMs: agent.between(5_000, 60_000) },
      );
    });
  },
};
