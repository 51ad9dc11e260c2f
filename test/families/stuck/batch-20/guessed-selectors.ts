/**
 * An end-to-end test waits for a button that the page does not have; the agent writes one selector after the other and never looks at the page.
 */
import type { Printed } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Tool {
  readonly extension: string;
  readonly run: (file: string) => readonly string[];
  readonly statement: (selector: string) => string;
  readonly report: (agent: ScriptedAgent, file: string, selector: string) => string;
}

const playwright: Tool = {
  extension: 'spec.ts',
  run: (file) => [
    `npx playwright test ${file}`,
    `npx playwright test ${file} --project=chromium`,
    `npx playwright test ${file} --reporter=line`,
  ],
  statement: (selector) => `  await page.locator('${selector}').click();`,
  report: (agent, file, selector) =>
    `Running 1 test using 1 worker\n\n  ✘  1 [chromium] › ${file}:18:5 › submits the form (${agent.between(300, 309) / 10}s)\n\n    Test timeout of 30000ms exceeded.\n\n    Error: locator.click: Test timeout of 30000ms exceeded.\n    Call log:\n      - waiting for locator('${selector}')\n\n    attachment #1: trace (application/zip) test-results/run-${agent.words.hex(5)}/trace.zip\n\n  1 failed`,
};

const cypress: Tool = {
  extension: 'cy.ts',
  run: (file) => [
    `npx cypress run --spec ${file}`,
    `npx cypress run --spec ${file} --browser chrome`,
    `npx cypress run --headless --spec ${file}`,
  ],
  statement: (selector) => `    cy.get('${selector}').click();`,
  report: (agent, _, selector) =>
    `  1) submits the form\n\n  0 passing (${agent.between(5, 9)}s)\n  1 failing\n\n  AssertionError: Timed out retrying after 4000ms: Expected to find element: \`${selector}\`, but never found it.\n\n  -  Screenshot: cypress/screenshots/submits (failed) ${agent.words.hex(4)}.png (1280x720)`,
};

const selenium: Tool = {
  extension: 'py',
  run: (file) => [
    `pytest ${file} -q`,
    `python -m pytest ${file} -x`,
    `pytest -q ${file} --tb=short`,
  ],
  statement: (selector) => `    driver.find_element(By.CSS_SELECTOR, "${selector}").click()`,
  report: (agent, file, selector) =>
    `F [100%]\nE   selenium.common.exceptions.NoSuchElementException: Message: no such element: Unable to locate element: {"method":"css selector","selector":"${selector}"}\nE     (Session info: chrome=141.0.7390.${agent.between(50, 99)})\nE   #0 0x${agent.words.hex(12)} <unknown>\nFAILED ${file}::test_submits_the_form\n1 failed in ${agent.between(900, 1400) / 100}s`,
};

function guesses(agent: ScriptedAgent): string[] {
  const label = `${agent.words.verb()}-${agent.words.noun()}`;
  return agent.shuffled([
    `#${label}`,
    `.${label}`,
    `[data-testid=${label}]`,
    `[data-test=${label}]`,
    `button.${label}`,
    `button#${label}`,
    `button[type=submit]`,
    `form button`,
    `form > button.primary`,
    `input[type=submit]`,
    `.btn-${label}`,
    `.btn-primary`,
    `[data-cy=${label}]`,
    `[aria-label=${label}]`,
    `#${label}-button`,
    `#btn-${label}`,
    `.form-actions button`,
    `main form button.${label}`,
    `[name=${label}]`,
    `a.${label}`,
    `footer button`,
    `div[role=button].${label}`,
  ]);
}

export const guessedSelectors: Family = {
  name: 's_guessed_selectors',
  what: 'writes one guessed selector after the other into a test that never finds its button',
  batch: 20,
  limit: 20,
  play(agent) {
    const tool = agent.pick([playwright, cypress, selenium]);
    const file = `e2e/test_${agent.words.noun()}.${tool.extension}`;
    let last = `#${agent.words.noun()}`;
    const run = (): Printed => ({ text: tool.report(agent, file, last), exit: 1, seconds: 31 });
    agent.prompt(`The end-to-end test ${file} is red since the redesign. Make it green.`);
    agent.warmUp(2, 6);
    agent.loopBegins();
    agent.shell(agent.pick(tool.run(file)), run(), { tookMs: agent.between(8000, 32_000) });
    for (const selector of guesses(agent).slice(0, agent.between(17, 22))) {
      agent.edit(`${agent.words.root}/${file}`, tool.statement(last), tool.statement(selector));
      last = selector;
      agent.shell(agent.pick(tool.run(file)), run(), {
        saying: agent.pick(['', 'Let me try this selector.', 'The selector must be another one.']),
        tookMs: agent.between(8000, 32_000),
      });
    }
  },
};
