import type { Family } from '../family.ts';

/** The page's own ids and its clock change; the form never leaves its first step. */
export const deadButton: Family = {
  name: 's_dead_button',
  what: 'clicks a button that does nothing and looks at the page again',
  batch: 1,
  limit: 14,
  play(agent) {
    agent.prompt('Book the 9:40 train for tomorrow.');
    const fields = ['From', 'To', 'Date', 'Passengers'];
    for (const field of fields)
      agent.call(
        'browser_type',
        { element: field, text: agent.words.noun() },
        `Typed into ${field}`,
      );
    agent.loopBegins();
    agent.times(9, 14, () => {
      const id = agent.words.hex(6);
      agent.call(
        'browser_click',
        { element: 'Search connections', ref: `s${agent.between(1, 9)}e${agent.between(20, 70)}` },
        agent.pick([
          'Clicked "Search connections"',
          'Click performed.',
          '- Ran code: await page.getByRole("button").click()',
        ]),
      );
      agent.call(
        'browser_snapshot',
        {},
        `- Page URL: https://rail.example/search\n- generic [ref=${id}]: Search connections\n- textbox "From" [ref=${agent.words.hex(4)}]\n- textbox "To" [ref=${agent.words.hex(4)}]\n- button "Search connections" [ref=${agent.words.hex(4)}]\n- text: Page generated at ${agent.clock()}`,
      );
    });
  },
};
