/**
 * The browser's session is gone at every third step, and the agent begins the same form from the first page.
 */
import type { Family } from '../../family.ts';

export const sessionLost: Family = {
  name: 's_session_lost',
  what: 'opens the page, logs in, begins the form, loses the session at the same step, and begins again',
  batch: 25,
  limit: 24,
  play(agent) {
    const { words } = agent;
    const host = `https://${words.noun()}.example`;
    const person = words.person();
    agent.prompt(`Apply for the parking permit of ${person} on ${host}.`);
    agent.loopBegins();
    agent.times(8, 13, () => {
      agent.call(
        'browser_navigate',
        { url: `${host}/permits/new` },
        `Page: Sign in\n- textbox "E-mail" [ref=e${agent.between(2, 90)}]\n- button "Sign in"`,
      );
      agent.call(
        'browser_type',
        { element: 'E-mail', text: 'office@example.org', submit: true },
        'Page: New permit, step 1 of 3\n- textbox "Name"\n- textbox "Plate"\n- button "Next"',
      );
      agent.call('browser_type', { element: 'Name', text: person }, 'Typed.');
      agent.call(
        'browser_click',
        { element: 'Next' },
        `Page: Your session has expired\n- link "Sign in again" [ref=e${agent.between(2, 90)}]\nReference ${words.hex(12)}`,
        {
          saying: agent.pick([
            '',
            'The session expired. Starting over.',
            'Once more from the beginning.',
          ]),
        },
      );
    });
  },
};
