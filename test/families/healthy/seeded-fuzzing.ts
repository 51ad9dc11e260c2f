import type { Family } from '../family.ts';

export const seededFuzzing: Family = {
  name: 'h_seeded_fuzzing',
  what: 'runs a fuzz test with one seed after the other; all pass',
  batch: 2,
  play(agent) {
    agent.prompt('Run the fuzz test with thirty different seeds and report failures.');
    const command = agent.pick([
      'cargo run --release --bin fuzz -- --seed',
      'python fuzz.py --seed',
      'npx tsx fuzz.ts --seed',
    ]);
    agent.times(26, 34, () => {
      const seed = agent.between(1, 999_999);
      agent.shell(
        `${command} ${seed}`,
        agent.pick([`10000 cases, 0 failures\nseed ${seed}`, '10000 cases, 0 failures']),
      );
    });
    agent.answer('No failures.');
  },
};
