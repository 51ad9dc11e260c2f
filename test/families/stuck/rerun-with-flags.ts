import type { Family } from '../family.ts';

/** More output, same failure, and no edit in between. */
export const rerunWithFlags: Family = {
  name: 's_rerun_with_flags',
  what: 'runs one failing test with ever other flags and changes nothing',
  batch: 2,
  limit: 12,
  play(agent) {
    agent.prompt('The rounding test fails, please fix.');
    agent.warmUp(1, 4);
    const test = `tests/test_${agent.words.noun()}.py`;
    agent.loopBegins();
    agent.times(16, 26, () => {
      const flags = Array.from({ length: agent.between(1, 3) }, () =>
        agent.pick([
          '-v',
          '-vv',
          '-x',
          '-s',
          '--tb=short',
          '--tb=long',
          '-q',
          '-k rounding',
          '--lf',
          '-p no:cacheprovider',
          '--maxfail=1',
        ]),
      ).join(' ');
      agent.shell(`pytest ${test} ${flags}`, {
        text: `collected ${agent.between(11, 12)} items\n\n${test} .F..\n\nE   assert 10.05 == 10.04\n\n${test}:41: AssertionError\n1 failed, 11 passed in 0.${agent.between(10, 99)}s`,
        exit: 1,
      });
    });
  },
};
