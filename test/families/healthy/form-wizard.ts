import type { Family } from '../family.ts';

export const formWizard: Family = {
  name: 'h_form_wizard',
  what: 'fills in a long form, pressing the same button on every page',
  batch: 1,
  play(agent) {
    agent.prompt('Fill in the grant application from my notes.');
    const pages = agent.between(6, 10);
    for (let page = 1; page <= pages; page += 1) {
      agent.times(2, 5, () => {
        agent.call(
          'browser_type',
          { ref: `e${agent.between(10, 90)}`, text: agent.words.sentence() },
          'Typed.',
        );
      });
      agent.call('browser_click', { element: 'Next', ref: 'e99' }, 'Clicked "Next".');
      agent.call(
        'browser_snapshot',
        {},
        `- heading "Step ${page + 1} of ${pages}"\n- textbox "${agent.words.noun()} of the ${agent.words.noun()}"\n- textbox "${agent.words.noun()}"\n- button "Next" [ref=e99]`,
      );
    }
    agent.call(
      'browser_click',
      { element: 'Submit', ref: 'e99' },
      `Clicked "Submit". Reference ${agent.words.hex(10)}.`,
    );
    agent.answer('The application has been sent.');
  },
};
