import type { Family } from '../family.ts';

export const testMatrix: Family = {
  name: 'h_test_matrix',
  what: 'runs the same tests in one environment after the other; all pass alike',
  batch: 8,
  play(agent) {
    agent.prompt('Does the package work on all supported versions?');
    for (const python of ['py39', 'py310', 'py311', 'py312', 'py313'])
      for (const base of agent.random.chance(0.5)
        ? ['django42', 'django50', 'django51']
        : ['linux', 'alpine'])
        agent.shell(
          `tox -e ${python}-${base}`,
          `${agent.random.chance(0.8) ? '' : `${python}: install_deps\n`}142 passed, 3 skipped in ${agent.between(10, 99)}.${agent.between(10, 99)}s\n  congratulations :)`,
          { tookMs: agent.between(10_000, 60_000) },
        );
    agent.answer('Yes.');
  },
};
