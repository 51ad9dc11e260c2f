/**
 * A browser agent that goes from a list to an entry and back, or opens and closes a dialog, and gets nowhere.
 */
import type { Family } from '../family.ts';

export const betweenTwoPages: Family = {
  name: 's_between_two_pages',
  what: 'goes to and fro between two pages',
  batch: 14,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const list = Array.from({ length: 5 }, () => `- link "${words.noun()} ${words.noun()}"`).join(
      '\n',
    );
    const page = `${words.prose(2, 4)}\n- button "Save" [disabled]\n- link "Back"`;
    const shows = agent.random.chance(0.6);
    const tool = agent.pick([
      {
        open: 'browser_click',
        back: 'browser_navigate_back',
        args: () => ({ element: 'first entry', ref: `e${agent.between(3, 90)}` }),
      },
      { open: 'click', back: 'go_back', args: () => ({ index: 4 }) },
      {
        open: 'computer',
        back: 'computer',
        args: () => ({
          action: 'left_click',
          coordinate: [agent.between(398, 402), agent.between(210, 214)],
        }),
      },
    ]);
    agent.prompt('Correct the address in the first entry.');
    agent.call('browser_navigate', { url: `https://${words.project()}.example/entries` }, list);
    agent.loopBegins();
    agent.times(12, 18, () => {
      agent.call(tool.open, tool.args(), shows ? page : 'Clicked.', {
        saying: agent.pick(['', 'I open the entry.']),
      });
      agent.call(
        tool.back,
        tool.back === 'computer' ? { action: 'key', text: 'alt+Left' } : {},
        shows ? list : 'Done.',
        { saying: agent.pick(['', 'The button is disabled. Let me go back.']) },
      );
    });
  },
};
