import type { Family } from '../family.ts';

export const cycleOfSix: Family = {
  name: 's_cycle_of_six',
  what: 'goes through the same six looks and commands in turn',
  batch: 7,
  limit: 22,
  play(agent) {
    agent.prompt('Users report slow logins. Find out why.');
    agent.warmUp(2, 6);
    const path = agent.words.path();
    const code = agent.words.codeLines(12, 30);
    const hits = agent.words.codeLines(1, 2);
    const steps = [
      () => agent.read(path, code),
      () =>
        agent.shell(
          'git log --oneline -5',
          'a81bc02 Tidy up\n77d0e1f Add metrics\n09acde1 Bump version',
        ),
      () =>
        agent.shell('npm test -- login', {
          text: `Tests: 14 passed\nTime: ${agent.between(10, 60) / 10} s`,
        }),
      () => agent.shell(`rg -n "login" src`, hits),
      () =>
        agent.call(
          'query_metrics',
          { metric: 'login_p95', window: '1h' },
          '{"p95_ms":812,"samples":4210}',
        ),
      () =>
        agent.shell('cat config/auth.yml', 'session_ttl: 3600\nproviders:\n  - local\n  - saml'),
    ];
    agent.loopBegins();
    agent.times(6, 9, () => {
      for (const step of steps) step();
    });
  },
};
