import type { Family } from '../family.ts';

export const scaffolding: Family = {
  name: 'h_scaffolding',
  what: 'writes a new project file by file and checks now and then',
  batch: 4,
  play(agent) {
    agent.prompt('Set up the new service with tests.');
    agent.times(20, 34, (index) => {
      agent.write(agent.words.path(), agent.words.codeLines(6, 30));
      if (index % 6 === 5)
        agent.shell(
          'npm test',
          `Test Files  ${Math.floor(index / 3)} passed\nTests  ${index} passed\nDuration  1.${agent.between(10, 99)}s`,
        );
      if (index % 4 === 3) agent.shell('npx tsc --noEmit', '');
    });
    agent.answer('The service is set up.');
  },
};
