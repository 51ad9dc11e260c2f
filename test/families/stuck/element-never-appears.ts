/**
 * A page hangs at its loading sign. The agent waits for a button, clicks where it should be, reloads and takes
 * screenshots; the button never comes.
 */
import { browserExchange } from '../browser-manner.ts';
import type { Family } from '../family.ts';
import type { ScriptedAgent } from '../scripted-agent.ts';

type Act = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  text: string,
  saying?: string,
) => void;

/** Waiting for the button, and clicking it. */
function triesOf(agent: ScriptedAgent, act: Act, button: string): readonly (() => void)[] {
  return [
    () => {
      const seconds = agent.pick([5, 10, 15, 30]);
      act(
        'wait_for',
        { text: button, time: seconds },
        `Error: TimeoutError: locator.waitFor: Timeout ${seconds}000ms exceeded.\nCall log:\n  - waiting for getByText('${button}').first() to be visible`,
        agent.pick([`Waiting for "${button}".`, "I'll give it a little more time.", '']),
      );
    },
    () => {
      const locator = agent.pick([
        `getByRole('button', { name: '${button}' })`,
        `locator('text=${button}')`,
        `locator('button:has-text("${button}")')`,
        `locator('[data-testid="${button.toLowerCase().replaceAll(' ', '-')}"]')`,
      ]);
      act(
        'click',
        { element: `${button} button`, selector: locator },
        `Error: TimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for ${locator}`,
        agent.pick([`Clicking "${button}".`, 'Trying another selector.', '']),
      );
    },
  ];
}

/** Looking at the page, and loading it again. */
function looksOf(agent: ScriptedAgent, act: Act, url: string): readonly (() => void)[] {
  return [
    () =>
      act(
        'take_screenshot',
        { filename: `page-${agent.seconds()}.png` },
        `Took the viewport screenshot and saved it as page-${agent.seconds()}.png (${agent.between(18, 22)} kB)`,
      ),
    () =>
      act(
        'snapshot',
        {},
        `### Page\n- Page URL: ${url}\n- Page Title: ${url.split('/').at(-1)}\n### Snapshot\n- banner [ref=e${agent.between(2, 9)}]\n- main [ref=e${agent.between(10, 40)}]:\n  - status "Loading…" [ref=e${agent.between(41, 90)}]`,
      ),
    () =>
      act(
        'navigate',
        { url: url },
        `### Page\n- Page URL: ${url}\n- Page Title: ${url.split('/').at(-1)}`,
        agent.pick(['Reloading the page.', "The page hasn't finished. Let me reload it.", '']),
      ),
  ];
}

export const elementNeverAppears: Family = {
  name: 's_element_never_appears',
  what: 'waits for, clicks and photographs a button on a page that never gets past its loading sign',
  batch: 12,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const site = `https://${words.project()}.example`;
    const [button, where, goal] = agent.pick([
      ['Download invoice', '/billing/invoices', 'Download the October invoice'],
      ['Export CSV', '/reports/sales', 'Export the sales of last week'],
      ['Confirm booking', '/trips/checkout', 'Book the hotel in the cart'],
      ['Add teammate', '/settings/members', `Add ${words.person()} to our workspace`],
    ] as const);
    const act: Act = (name, args, text, saying) =>
      agent.together([browserExchange(agent.manner, name, args, text)], {
        saying: saying ?? agent.pick(['', '', 'Let me look at the page.', 'Checking the page.']),
        tookMs: text.startsWith('Error') ? agent.between(5000, 31_000) : agent.between(300, 2500),
      });
    agent.prompt(`${goal} on ${site}. You are signed in already.`);
    act('navigate', { url: site }, `### Page\n- Page URL: ${site}/\n- Page Title: Home`);
    act(
      'click',
      { element: 'menu entry', ref: `e${agent.between(4, 30)}` },
      `### Page\n- Page URL: ${site}${where}`,
    );
    agent.loopBegins();
    const tries = triesOf(agent, act, button);
    const looks = looksOf(agent, act, `${site}${where}`);
    agent.times(16, 24, () => {
      agent.pick(tries)();
      if (agent.random.chance(0.7)) agent.pick(looks)();
    });
  },
};
