import type { Family } from '../family.ts';

export const wideOrchestration: Family = {
  name: 'h_wide_orchestration',
  what: 'hands many different tasks to subagents, several at once',
  batch: 1,
  play(agent) {
    const modules = Array.from({ length: agent.between(18, 40) }, () => agent.words.file());
    agent.prompt('Have every module reviewed for missing input checks.');
    agent.shell('git ls-files src', modules.join('\n'));
    const tool = agent.pick(['Task', 'spawn_agent', 'task', 'delegate']);
    for (let at = 0; at < modules.length; at += 4) {
      agent.together(
        modules.slice(at, at + 4).map((file) => ({
          name: tool,
          args: {
            description: `Review ${file}`,
            prompt: `Review ${file} for missing input checks. Report findings with lines.`,
            subagent_type: 'general-purpose',
          },
          text: agent.random.chance(0.4)
            ? 'No findings.'
            : `${agent.between(1, 4)} findings in ${file}: ${agent.words.prose(1, 3)}`,
          err: false,
        })),
      );
    }
    agent.write(`${agent.words.root}/REVIEW.md`, agent.words.prose(5, 12));
    agent.answer('The review is in REVIEW.md.');
  },
};
