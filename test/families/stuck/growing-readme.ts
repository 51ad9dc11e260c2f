import type { Family } from '../family.ts';

/** Every version has the same section once more. */
export const growingReadme: Family = {
  name: 's_growing_readme',
  what: 'writes a file again and again, each time with the same section once more',
  batch: 8,
  limit: 12,
  play(agent) {
    agent.prompt('Document the command line.');
    const section = `## Usage\n${agent.words.prose(2, 3)}`;
    let text = `# ${agent.words.project()}\n${agent.words.prose(1, 2)}`;
    const path = `${agent.words.root}/README.md`;
    agent.read(path, text);
    agent.loopBegins();
    agent.times(14, 22, () => {
      text = `${text}\n\n${section}`;
      agent.write(path, text);
    });
  },
};
