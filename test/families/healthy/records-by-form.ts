/**
 * Record after record is typed into a form of a web page; the page says hardly anything.
 */
import type { Family } from '../family.ts';

export const recordsByForm: Family = {
  name: 'h_records_by_form',
  what: 'fills in the same form for one record after the other',
  batch: 14,
  play(agent) {
    const { words } = agent;
    const says = agent.pick([
      () => 'ok',
      () => 'Clicked.',
      () => `- heading "New entry"\n- textbox "Name"\n- textbox "Amount"\n- button "Save"`,
    ]);
    agent.prompt('Enter these into the system, one by one.');
    agent.call(
      'browser_navigate',
      { url: 'https://erp.example/new' },
      '- heading "New entry"\n- textbox "Name"\n- textbox "Amount"\n- button "Save"',
    );
    agent.times(8, 14, () => {
      agent.call('browser_type', { ref: 'e4', text: words.person() }, says());
      agent.call('browser_type', { ref: 'e5', text: String(agent.between(10, 99_999)) }, says());
      agent.call(
        'browser_click',
        { ref: 'e6', element: 'Save' },
        agent.pick(['Clicked.', 'Saved.', `Saved as #${agent.between(1000, 9999)}`]),
      );
    });
    agent.answer('All records are entered.');
  },
};
