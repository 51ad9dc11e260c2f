/**
 * A layer lies over the page and comes back whenever it is closed; the agent closes it and clicks, and the click is caught by the layer.
 */
import { browserExchange } from '../../browser-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const LAYERS = [
  ['dialog "We value your privacy"', 'Accept all', 'cookie-overlay'],
  ['dialog "Get 10 % off your first order"', 'No thanks', 'newsletter-modal'],
  ['alertdialog "Choose your country"', 'Continue', 'region-gate'],
  ['dialog "Rate your visit"', 'Close', 'survey-popup'],
] as const;

function click(agent: ScriptedAgent, element: string, ref: string, text: string): void {
  const saying = agent.pick([
    '',
    '',
    `Clicking ${element}.`,
    'Trying again.',
    'The popup is in the way.',
  ]);
  agent.together([browserExchange(agent.manner, 'click', { element, ref }, text)], { saying });
}

export const bannerReturns: Family = {
  name: 's_banner_returns',
  what: 'closes a layer over a page that comes back each time, and clicks a button that lies under it',
  batch: 22,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const [layer, close, css] = agent.pick(LAYERS);
    const [site, item] = [
      `https://www.${words.project()}-shop.example`,
      `${words.noun()} ${words.noun()}`,
    ];
    const renumbers = agent.random.chance(0.5);
    agent.prompt(`Put one ${item} into the basket on ${site} and tell me the total.`);
    agent.together([
      browserExchange(
        agent.manner,
        'navigate',
        { url: `${site}/p/${words.noun()}` },
        `- Page Title: ${item}`,
      ),
    ]);
    agent.loopBegins();
    agent.times(11, 16, (index) => {
      const base = renumbers ? index * 40 : 0;
      const [shut, add] = [`e${base + 12}`, `e${base + 31}`];
      const page = `- Page URL: ${site}/p\n- Page Title: ${item}\n- ${layer} [ref=e${base + 10}]:\n  - button "${close}" [ref=${shut}]\n- heading "${item}" [level=1]\n- text: ${agent.between(2, 40)} people are looking at this\n- button "Add to basket" [ref=${add}]\n- link "Basket (0)"`;
      if (agent.random.chance(0.6))
        agent.together([browserExchange(agent.manner, 'snapshot', {}, page)]);
      click(agent, close, shut, page);
      click(
        agent,
        'Add to basket',
        add,
        `Error: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - <div class="${css}" id="${words.hex(6)}">…</div> intercepts pointer events\n  - retrying click action, attempt #${agent.between(8, 14)}`,
      );
      if (agent.random.chance(0.2))
        agent.together([browserExchange(agent.manner, 'press_key', { key: 'Escape' }, page)]);
    });
  },
};
