import type { Family } from '../family.ts';

export const thinkingAloud: Family = {
  name: 's_thinking_aloud',
  what: 'thinks with a tool for thinking and does nothing else',
  batch: 5,
  limit: 16,
  play(agent) {
    agent.prompt('Reduce the memory use of the importer.');
    agent.warmUp(1, 4);
    agent.loopBegins();
    const tool = agent.pick(['think', 'sequential_thinking', 'scratchpad_write']);
    agent.times(20, 32, (index) => {
      agent.call(
        tool,
        {
          thought: `${agent.pick(['I should', 'Let me', 'Perhaps I can', 'The best way is to', 'First I need to'])} ${agent.words.verb()} the ${agent.pick(['importer', 'buffer', 'batch', 'reader'])} ${agent.pick(['before', 'instead', 'again', 'carefully', 'and measure'])}.`,
          ...(tool === 'sequential_thinking'
            ? { thoughtNumber: index + 1, nextThoughtNeeded: true }
            : {}),
        },
        tool === 'sequential_thinking'
          ? { thoughtNumber: index + 1, totalThoughts: 40, nextThoughtNeeded: true }
          : 'Your thought has been logged.',
      );
    });
  },
};
