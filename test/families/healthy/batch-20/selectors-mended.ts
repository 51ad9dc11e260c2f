/**
 * A redesign broke an end-to-end test in many places; each repair takes it one step further, to the next selector.
 */
import type { Family } from '../../family.ts';

export const selectorsMended: Family = {
  name: 'h_selectors_mended',
  what: 'mends the selectors of a long end-to-end test one after the other; each run stops at the next one',
  batch: 20,
  play(agent) {
    const { words } = agent;
    const file = `e2e/${words.noun()}.spec.ts`;
    const command = `npx playwright test ${file}`;
    const count = agent.between(10, 20);
    const looks = agent.random.chance(0.5);
    agent.prompt(`${file} has to follow the redesign. It is red at the first step; make it green.`);
    agent.warmUp(1, 6);
    for (let step = 1; step <= count; step += 1) {
      const [old, label] = [`#${words.noun()}-${words.noun()}`, `${words.verb()} ${words.noun()}`];
      const line = 10 + step * 3;
      agent.shell(
        command,
        {
          text: `Running 1 test using 1 worker\n\n  ✘  1 [chromium] › ${file}:8:5 › whole journey (${agent.between(310, 390) / 10}s)\n\n    Error: locator.click: Test timeout of 30000ms exceeded.\n    Call log:\n      - waiting for locator('${old}')\n\n      at ${file}:${line}:22\n\n  1 failed`,
          exit: 1,
        },
        { tookMs: agent.between(30_000, 40_000) },
      );
      if (looks)
        agent.shell(
          `rg -n "${label}" src/components`,
          `src/components/${words.noun()}.tsx:${agent.between(5, 200)}:  <Button>${label}</Button>`,
        );
      agent.edit(
        `${words.root}/${file}`,
        `  await page.locator('${old}').click();`,
        `  await page.getByRole('button', { name: '${label}' }).click();`,
      );
    }
    agent.shell(
      command,
      `Running 1 test using 1 worker\n  ✓  1 [chromium] › ${file}:8:5 › whole journey (6.1s)\n\n  1 passed (7.4s)`,
    );
    agent.answer(`The journey is green again; ${count} selectors now go by role and name.`);
  },
};
