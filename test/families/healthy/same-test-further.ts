/**
 * One long end-to-end test, run again after every edit. It's red for most of the run, and each mend brings it a step
 * further: another step fails, for another reason, until the last one passes.
 */
import type { Family } from '../family.ts';

const STEPS =
  'sign up|confirm the mail|create a workspace|invite a member|upload a file|share the file|comment on it|rename it|move it|export it|delete it|restore it|change the plan|sign out'.split(
    '|',
  );

export const sameTestFurther: Family = {
  name: 'h_same_test_further',
  what: 'runs one long red test after every edit; it gets a step further each time or two, and is green in the end',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const spec = `e2e/${words.noun()}-journey.spec.ts`;
    const asTs = (name: string) => name.replace(/\.\w+$/, '.ts');
    const path = () => asTs(words.path());
    const steps = STEPS.slice(0, agent.between(9, STEPS.length));
    const command = agent.pick([
      `npx playwright test ${spec} --reporter=line`,
      `npm run e2e -- ${spec}`,
    ]);
    const reasons = () =>
      agent.pick([
        `TypeError: Cannot read properties of undefined (reading '${words.noun()}')`,
        `expect(locator).toHaveText("${words.noun()} ${words.verb()}ed") failed: received "${words.noun()}"`,
        `POST /api/${words.noun()}s returned 4${agent.pick(['00', '04', '09', '22'])}: ${words.noun()} is required`,
        `Error: relation "${words.noun()}_${words.noun()}s" does not exist`,
        `strict mode violation: getByRole('button', { name: '${words.verb()}' }) resolved to 2 elements`,
      ]);
    agent.prompt(
      `After the rewrite of the ${words.noun()} service ${spec} is red from its first step. Work through it until the whole journey is green.`,
    );
    steps.forEach((step, index) => {
      const reason = reasons();
      const place = `${asTs(words.file())}:${agent.between(10, 300)}`;
      const fail = (why: string) => {
        const seconds = agent.between(4, 12) + index;
        agent.shell(
          command,
          {
            text: `Running 1 test using 1 worker\n  1) ${spec} › the whole journey › step ${index + 1} of ${steps.length}: ${step}\n\n    ${why}\n\n       at ${place}\n\n  ${index} steps passed, 1 failed (${seconds}.${agent.between(1, 9)}s)`,
            exit: 1,
            seconds: seconds + 1.5,
          },
          { tookMs: (seconds + 2) * 1000 },
        );
      };
      fail(reason);
      if (agent.random.chance(0.7)) agent.read(path(), words.codeLines(8, 24));
      agent.edit(path(), words.codeLines(1, 3), words.codeLines(1, 4));
      if (agent.random.chance(0.35)) {
        fail(agent.random.chance(0.4) ? reason : reasons());
        agent.edit(path(), words.codeLines(1, 2), words.codeLines(1, 3));
      }
    });
    agent.shell(command, `Running 1 test using 1 worker\n  1 passed (${agent.between(21, 40)}.4s)`);
    agent.answer(`The journey is green: all ${steps.length} steps pass.`);
  },
};
