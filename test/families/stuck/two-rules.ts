import type { Family } from '../family.ts';

/** One rule wants the field, the other forbids it. */
export const twoRules: Family = {
  name: 's_two_rules',
  what: 'changes a configuration to and fro between two rules that exclude each other',
  batch: 3,
  limit: 18,
  play(agent) {
    agent.prompt('Make the pipeline file valid.');
    const path = `${agent.words.root}/pipeline.yaml`;
    const field = agent.words.noun();
    agent.read(path, `jobs:\n  build:\n    ${field}: true`);
    agent.loopBegins();
    agent.times(8, 12, (index) => {
      const removed = index % 2 === 0;
      const value = agent.pick(['true', 'enabled', '"yes"', '1']);
      agent.edit(
        path,
        removed ? `    ${field}: ${value}` : '',
        removed ? '' : `    ${field}: ${value}`,
      );
      agent.call(
        'validate_pipeline',
        { path },
        removed
          ? { valid: false, errors: [`jobs.build: '${field}' is required`] }
          : { valid: false, errors: [`jobs.build: '${field}' is not allowed with 'matrix'`] },
      );
    });
  },
};
