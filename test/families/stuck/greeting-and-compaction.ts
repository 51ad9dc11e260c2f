import type { Family } from '../family.ts';

/** The rules alone fill the context: the agent reads them, is compacted, and reads them again. */
export const greetingAndCompaction: Family = {
  name: 's_greeting_and_compaction',
  what: 'reads its rules, is compacted, greets, and reads its rules again',
  batch: 1,
  limit: 16,
  play(agent) {
    agent.prompt('Add retries to the mail worker.');
    const files = ['AGENTS.md', 'docs/style.md', 'docs/architecture.md'].map(
      (name) =>
        [`${agent.words.root}/${name}`, agent.words.prose(12, 30).replaceAll('. ', '.\n')] as const,
    );
    for (const [path, text] of files) agent.read(path, text);
    agent.compact(
      'The user wants retries in the mail worker. The rules were read. Nothing has been changed yet.',
    );
    agent.loopBegins();
    agent.times(7, 11, () => {
      const greeting = agent.pick([
        "I'll continue where I left off. Let me read the project rules first.",
        'Picking up the task: first the rules of this repository.',
        'Hello! Let me get an overview of the conventions again.',
      ]);
      for (const [index, [path, text]] of files.slice(0, agent.between(2, 3)).entries())
        agent.read(path, text, index === 0 ? { saying: greeting } : {});
      agent.compact(
        'The user wants retries in the mail worker. The rules were read. Nothing has been changed yet.',
      );
    });
  },
};
