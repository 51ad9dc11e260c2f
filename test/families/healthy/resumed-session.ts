import type { Family } from '../family.ts';

export const resumedSession: Family = {
  name: 'h_resumed_session',
  what: 'works on a long list and is told to continue whenever its turn limit ends it',
  batch: 7,
  play(agent) {
    agent.prompt('Port every module to the new API.');
    agent.times(6, 12, () => {
      agent.times(3, 6, () => {
        const path = agent.words.path();
        agent.read(path, agent.words.codeLines(6, 20));
        agent.edit(path, agent.words.codeLines(1, 2), agent.words.codeLines(1, 3));
        if (agent.random.chance(0.4))
          agent.shell('npm test', `Tests: ${agent.between(100, 300)} passed`);
      });
      agent.answer(
        agent.pick([
          'I have reached my turn limit. Say continue to go on.',
          'Turn limit reached; there are more modules to port.',
        ]),
      );
      agent.rest(agent.between(500, 4_000));
      agent.prompt('continue');
    });
    agent.answer('All modules are ported.');
  },
};
