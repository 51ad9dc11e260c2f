import type { Family } from '../family.ts';

/** Each lap gets a fresh state and nonce, so no two URLs are equal. */
export const loginRotation: Family = {
  name: 's_login_rotation',
  what: 'a browser agent is sent back to the login page with a new token each time',
  batch: 1,
  limit: 16,
  play(agent) {
    const site = `${agent.words.project()}.example`;
    agent.prompt(`Download the latest invoice from https://${site} for me.`);
    agent.call(
      'browser_navigate',
      { url: `https://${site}` },
      `Page: Welcome to ${site}\nlinks: Sign in [ref=e4], Pricing [ref=e6], Docs [ref=e9]`,
    );
    agent.call(
      'browser_click',
      { ref: 'e9', element: 'Docs' },
      `Page: Documentation\n${agent.words.prose(4, 8)}`,
    );
    agent.loopBegins();
    agent.times(6, 10, () => {
      const state = agent.words.opaque(agent.pick([8, 16, 24]));
      const nonce = agent.words.hex(12);
      agent.call(
        'browser_navigate',
        { url: `https://${site}/login?state=${state}&nonce=${nonce}` },
        `Page: Sign in to ${site}\nurl: https://${site}/login?state=${state}&nonce=${nonce}\nE-mail [ref=e${agent.between(10, 40)}], Password, Continue [ref=e${agent.between(41, 80)}]`,
      );
      agent.call(
        'browser_click',
        { element: 'Continue', ref: `e${agent.between(41, 80)}` },
        `Page: Sign in to ${site}\nurl: https://${site}/login?error=session_expired&state=${agent.words.opaque(16)}\nYour session has expired. Please sign in again.`,
      );
    });
  },
};
