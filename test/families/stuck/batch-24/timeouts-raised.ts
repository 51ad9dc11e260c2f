/**
 * A browser test waits for what never comes; the agent gives it more time, and more, and other ways of waiting.
 */
import type { Family } from '../../family.ts';

export const timeoutsRaised: Family = {
  name: 's_timeouts_raised',
  what: 'raises the timeout of an end-to-end test step by step and lowers it again; the element never comes',
  batch: 24,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const spec = `e2e/${words.noun()}-${words.noun()}.spec.ts`;
    const name = `${words.verb()}s the ${words.noun()}`;
    const id = `${words.noun()}-${words.noun()}`;
    const tool = agent.pick([
      'npx playwright test',
      'pnpm exec playwright test',
      'npm run -s e2e --',
    ]);
    const steps = [5000, 10_000, 15_000, 30_000, 45_000, 60_000, 90_000, 120_000];
    agent.prompt(`The end-to-end test "${name}" fails. Fix it.`);
    agent.warmUp(1, 6);
    agent.loopBegins();
    let now = 5000;
    agent.times(12, 18, (index) => {
      const next =
        index < steps.length - 1 && agent.random.chance(0.75)
          ? (steps[index + 1] ?? 5000)
          : agent.pick(steps);
      agent.edit(
        `${words.root}/${spec}`,
        `  await expect(page.getByTestId('${id}')).toBeVisible({ timeout: ${now} });`,
        `  await expect(page.getByTestId('${id}')).toBeVisible({ timeout: ${next} });`,
      );
      now = next;
      const took = now / 1000 + agent.between(2, 9) / 10;
      agent.shell(
        `${tool} ${spec}`,
        {
          text: `  1) [chromium] › ${spec}:${agent.between(14, 15)}:3 › ${name}\n\n    Error: Timed out ${now}ms waiting for expect(locator).toBeVisible()\n    Locator: getByTestId('${id}')\n    Expected: visible\n    Received: <element(s) not found>\n\n  1 failed (${took.toFixed(1)}s)`,
          exit: 1,
          seconds: took,
        },
        {
          saying: agent.pick([
            '',
            'It needs more time.',
            'Perhaps the page is slow in CI mode.',
            'Raising the timeout.',
            'Let me give it longer.',
          ]),
          tookMs: Math.round(took * 1000),
        },
      );
    });
  },
};
