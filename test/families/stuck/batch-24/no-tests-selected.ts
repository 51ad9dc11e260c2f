/**
 * The one test that should run is never found: the agent names it in ever other ways, and no test is run at all.
 */
import type { Family } from '../../family.ts';

export const noTestsSelected: Family = {
  name: 's_no_tests_selected',
  what: 'runs one test by ever other patterns and options; nothing is selected, the configuration leaves its folder out',
  batch: 24,
  limit: 15,
  play(agent) {
    const { words } = agent;
    const [noun, verb] = [words.noun(), words.verb()];
    const file = `test/integration/${noun}-${verb}.test.ts`;
    const title = `${verb}s a ${noun}`;
    const runner = agent.pick(['npx vitest run', 'npx jest', 'npm test --']);
    const patterns = [
      file,
      `./${file}`,
      `${noun}-${verb}`,
      `-t "${title}"`,
      `-t "${noun}"`,
      `${file} -t "${title}"`,
      `"**/${noun}-${verb}.test.ts"`,
      `--dir test/integration`,
      `--testPathPattern ${noun}`,
      `integration/${noun}`,
      `$(pwd)/${file}`,
      `${file} --reporter verbose`,
    ];
    agent.prompt(`Run the integration test of ${noun} and mend what fails.`);
    agent.warmUp(1, 5);
    agent.shell(`ls test/integration`, `${noun}-${verb}.test.ts`);
    agent.loopBegins();
    agent.times(24, 36, () => {
      const pattern = agent.pick(patterns);
      if (agent.random.chance(0.12))
        agent.read(
          `${words.root}/${file}`,
          `test('${title}', async () => {\n  expect(await ${verb}(${noun})).toBe(true);\n});`,
        );
      agent.shell(
        `${runner} ${pattern}`,
        {
          text: `filter: ${pattern}\ninclude: src/**/*.test.ts\n\nNo test files found, exiting with code 1`,
          exit: 1,
        },
        {
          saying: agent.pick([
            '',
            '',
            'Let me name the file differently.',
            'Trying it by its title.',
            'It has to be the pattern.',
            'Another way of selecting it.',
          ]),
        },
      );
    });
  },
};
