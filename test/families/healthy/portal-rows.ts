/**
 * Somebody's list is typed into a web portal: the same four or five acts for every row, with a screenshot as evidence;
 * now and then the portal is slow and the agent waits once more.
 */
import { browserExchange } from '../browser-manner.ts';
import type { Family } from '../family.ts';

export const portalRows: Family = {
  name: 'h_portal_rows',
  what: 'types row after row of a list into a web portal with the same clicks and a screenshot for each',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const site = `https://portal.${words.project()}.example`;
    const [kind, field] = agent.pick([
      ['Visitor', 'host'],
      ['Supplier', 'city'],
      ['Claim', 'reason'],
      ['Device', 'serial'],
    ] as const);
    const rows = Array.from({ length: agent.between(11, 18) }, () => ({
      name: words.person(),
      [field]: `${words.noun()}-${agent.between(100, 999)}`,
    }));
    const act = (name: string, args: Readonly<Record<string, unknown>>, text: string) =>
      agent.together([browserExchange(agent.manner, name, args, text)], {
        tookMs: text.startsWith('Error') ? 5200 : agent.between(300, 2500),
      });
    agent.prompt(`Enter the ${rows.length} rows of new-${kind.toLowerCase()}s.csv into ${site}.`);
    agent.read(
      `${words.root}/new-${kind.toLowerCase()}s.csv`,
      rows.map((row) => Object.values(row).join(';')).join('\n'),
    );
    act('navigate', { url: `${site}/${kind.toLowerCase()}s` }, `- Page URL: ${site}\n- ${kind}s`);
    let number = agent.between(20_000, 80_000);
    rows.forEach((row, index) => {
      act(
        'click',
        { element: `New ${kind.toLowerCase()}`, ref: `e${agent.between(10, 99)}` },
        `- Page URL: ${site}/${kind.toLowerCase()}s/new\n- textbox "Name"\n- textbox "${field}"\n- button "Save"`,
      );
      act(
        'fill_form',
        {
          fields: Object.entries(row).map(([name, value]) => ({ name, type: 'textbox', value })),
        },
        `Filled ${Object.keys(row).length} fields`,
      );
      act('click', { element: 'Save', ref: `e${agent.between(10, 99)}` }, 'Clicked "Save"');
      if (agent.random.chance(0.2))
        act(
          'wait_for',
          { text: 'was saved' },
          `Error: TimeoutError: locator.waitFor: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByText('was saved')`,
        );
      number += agent.between(1, 4);
      act('wait_for', { text: 'was saved' }, `${kind} ${number} (${row.name}) was saved`);
      if (agent.random.chance(0.7))
        act(
          'take_screenshot',
          { filename: `${kind.toLowerCase()}-${number}.png` },
          `Saved the screenshot as ${kind.toLowerCase()}-${number}.png`,
        );
      if (index === Math.floor(rows.length / 2) && agent.random.chance(0.5)) {
        agent.answer(`${index + 1} of ${rows.length} rows are in. I carry on.`);
        agent.prompt('Thanks, go on.');
      }
    });
    agent.answer(`All ${rows.length} rows are entered; the last number is ${number}.`);
  },
};
