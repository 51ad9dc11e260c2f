import type { Family } from '../family.ts';

export const generatedModules: Family = {
  name: 'h_generated_modules',
  what: 'generates and commits the code of one package after the other in a large repository',
  batch: 10,
  play(agent) {
    const branch = `${agent.words.verb()}-protos`;
    agent.prompt('Move all packages to the new generator, one commit each, and push after each.');
    let tip = agent.words.hex(7);
    agent.times(10, 17, () => {
      const name = `@${agent.words.project()}/${agent.words.noun()}-${agent.words.noun()}`;
      const files = agent.between(2, 40);
      agent.shell(
        `npm run generate -w ${name}`,
        `> ${name}@1.4.0 generate\n> node ../../scripts/generate.js\n\nWrote ${files} files to src/generated in ${agent.between(800, 2900)} ms`,
        { saying: agent.pick(['Next package.', '']) },
      );
      const next = agent.words.hex(7);
      agent.shell(
        'git commit -am "chore: regenerate client"',
        `[${branch} ${next}] chore: regenerate client\n ${files} files changed, ${agent.between(20, 900)} insertions(+), ${agent.between(20, 900)} deletions(-)`,
      );
      agent.shell(
        'git push',
        `To git.example:team/app.git\n   ${tip}..${next}  ${branch} -> ${branch}`,
      );
      tip = next;
      if (agent.random.chance(0.5))
        agent.shell(
          'gh pr checks --watch',
          `build\tpass\t1m${agent.between(10, 59)}s\thttps://ci.example/${agent.between(100_000, 999_999)}\nverify-generated\tpass\t${agent.between(20, 50)}s\thttps://ci.example/${agent.between(100_000, 999_999)}`,
          { tookMs: agent.between(70_000, 140_000) },
        );
    });
    agent.answer('All packages use the new generator.');
  },
};
