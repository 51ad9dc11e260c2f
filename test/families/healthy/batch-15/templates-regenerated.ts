/**
 * The right way round: the template is changed, the client generated anew, and fewer golden files differ each time.
 */
import { editExchange } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';
import { runnerOf, testReport } from '../../test-report.ts';

export const templatesRegenerated: Family = {
  name: 'h_templates_regenerated',
  what: 'changes a template and generates all clients anew until every golden file agrees',
  batch: 15,
  play(agent) {
    const { words, manner } = agent;
    const runner = runnerOf(agent);
    const template = `${words.root}/templates/${words.noun()}.${agent.pick(['mustache', 'tmpl', 'hbs', 'j2'])}`;
    const generator = agent.pick([
      'openapi-generator-cli 7.9.0',
      'buf generate',
      'protoc-gen-es v2.2.0',
      'graphql-codegen 5.0.3',
    ]);
    const build = agent.pick(['make test', 'npm test', 'just check', './scripts/ci.sh']);
    let golden = Array.from(
      { length: agent.between(11, 16) },
      () => `${words.noun()}_${words.noun()}`,
    );
    const total = agent.between(60, 90);
    agent.prompt('Teach the generator nullable fields. The golden files show what is wanted.');
    agent.warmUp(3, 7);
    let rounds = 0;
    while (golden.length > 0 && rounds < 14) {
      rounds += 1;
      const { text, ...rest } = testReport(agent, runner, {
        passed: total - golden.length,
        failures: golden.slice(0, 3).map((test) => ({
          test: `golden ${test}`,
          at: `tests/golden.${words.extension}:${agent.between(30, 34)}`,
          message: `expected ${test}.golden to match (${agent.between(1, 20)} lines differ)`,
        })),
      });
      agent.shell(
        build,
        {
          text: `> ${generator}\nwrote ${agent.between(38, 41)} files to src/generated in ${agent.between(300, 1900)} ms\n\n${text}\n${golden.length} golden files differ`,
          ...rest,
        },
        {
          saying: musing(agent, golden[0] ?? ''),
          tookMs: agent.between(4000, 40_000),
        },
      );
      if (agent.random.chance(0.5))
        agent.shell(
          `git diff --no-index tests/golden/${golden[0]}.golden src/generated/${golden[0]}.${words.extension} | head -30`,
          { text: words.codeLines(4, 12), exit: 1 },
        );
      agent.together(
        [
          editExchange(
            manner,
            template,
            words.codeLines(1, 3),
            `{{#nullable}}\n${words.codeLines(1, 4)}\n{{/nullable}}`,
          ),
        ],
        { saying: musing(agent, 'template') },
      );
      if (agent.random.chance(0.25)) agent.read(template, words.codeLines(20, 50));
      golden = golden.slice(agent.pick([0, 1, 1, 2, 3]));
    }
    agent.shell(build, testReport(agent, runner, { passed: total, failures: [] }));
    agent.answer('Nullable fields work in all clients.');
  },
};
