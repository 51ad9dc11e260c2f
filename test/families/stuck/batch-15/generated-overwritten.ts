/**
 * The build writes the client anew from its description before each test, so what is edited in it is lost.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testReport } from '../../test-report.ts';

export const generatedOverwritten: Family = {
  name: 's_generated_overwritten',
  what: 'mends a generated file by hand, and the build that precedes the test generates it anew',
  batch: 15,
  limit: 20,
  play(agent) {
    const { words, manner } = agent;
    const runner = runnerOf(agent);
    const path = `${words.root}/src/generated/${words.noun()}_client.${words.extension}`;
    const field = `${words.noun()}_${words.noun()}`;
    const failure = {
      test: `decodes ${field}`,
      at: `tests/${words.noun()}_roundtrip.${words.extension}:${agent.between(20, 200)}`,
      message: `Cannot read field "${field}" of undefined`,
    };
    const passed = agent.between(20, 90);
    const build = agent.pick([
      'make test',
      'npm test',
      'just check',
      './scripts/ci.sh',
      'bazel test //client:all',
    ]);
    const generator = agent.pick([
      'openapi-generator-cli 7.9.0',
      'buf generate',
      'protoc-gen-es v2.2.0',
      'graphql-codegen 5.0.3',
    ]);
    const test = () => {
      const { text, ...rest } = testReport(agent, runner, { passed, failures: [failure] });
      agent.shell(
        agent.random.chance(0.3) ? `${build} 2>&1 | tail -${agent.pick([30, 40, 60])}` : build,
        {
          text: `> ${generator}\nwrote ${agent.between(38, 41)} files to src/generated in ${agent.between(300, 1900)} ms\n\n${text}`,
          ...rest,
        },
        { saying: musing(agent, field), tookMs: agent.between(4000, 40_000) },
      );
    };
    agent.prompt(`The API client loses ${field} since the new release of the backend. Repair it.`);
    agent.warmUp(3, 8);
    test();
    agent.read(path, words.codeLines(20, 60));
    agent.loopBegins();
    agent.times(12, 17, () => {
      const variant = agent.between(0, 3);
      if (variant === 0)
        agent.shell(`sed -i 's/${words.noun()}/${field}/' ${path}`, '', {
          saying: musing(agent, `mapping of ${field}`),
        });
      else
        agent.together(
          [
            editExchange(
              manner,
              path,
              words.codeLines(1, 3),
              `${words.codeLines(1, 4)}\n  ${field}: raw.${field},`,
            ),
          ],
          {
            saying: musing(agent, `mapping of ${field}`),
          },
        );
      if (agent.random.chance(0.3)) agent.read(path, words.codeLines(20, 60));
      if (agent.random.chance(0.15))
        agent.shell(
          `chmod 644 ${path} && ls -l ${path}`,
          `-rw-r--r-- 1 dev dev ${agent.between(9000, 9400)} ${path}`,
        );
      test();
    });
  },
};
