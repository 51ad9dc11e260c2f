/**
 * A click goes to a veil over the page; the agent tries ever other ways to name the same button.
 */
import type { Family } from '../../family.ts';

export const clickIntercepted: Family = {
  name: 's_click_intercepted',
  what: 'clicks the same button by ever other selectors; something in front of it takes each click',
  batch: 28,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const name = `${words.verb()} ${words.noun()}`;
    agent.prompt(`Press "${name}" on https://app.example/settings.`);
    agent.call('browser_goto', { url: 'https://app.example/settings' }, 'Page loaded: Settings');
    agent.loopBegins();
    agent.times(16, 26, () => {
      const selector = agent.pick([
        `button:has-text("${name}")`,
        `text=${name}`,
        `#settings button >> nth=${agent.between(0, 6)}`,
        `//button[contains(., "${name}")]`,
        `[aria-label="${name}"]`,
        `div.row:nth-child(${agent.between(1, 9)}) button`,
      ]);
      agent.call(
        'browser_click_selector',
        { selector, timeout: agent.pick([5000, 10_000, 30_000]) },
        `TimeoutError: locator.click: Timeout exceeded.\nCall log:\n  - waiting for ${selector}\n  - <div class="veil"></div> intercepts pointer events\n  - retrying click action, attempt #${agent.between(3, 58)}`,
        {
          failed: true,
          saying: agent.pick(['', 'Let me use another selector.', 'Trying XPath.']),
        },
      );
    });
  },
};
