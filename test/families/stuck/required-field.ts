import type { Family } from '../family.ts';

export const requiredField: Family = {
  name: 's_required_field',
  what: 'submits a form that always lacks the same field',
  batch: 4,
  limit: 18,
  play(agent) {
    agent.prompt('Register me for the conference.');
    const field = agent.pick(['Phone', 'Country', 'Company']);
    const page = `Registration\nName: ${agent.words.person()}\nE-mail: a@example.org\n${field}:\n! Please fill out this field.`;
    agent.call(
      'browser_navigate',
      { url: 'https://conf.example/register' },
      'Registration\nName:\nE-mail:',
    );
    agent.loopBegins();
    agent.times(9, 14, () => {
      agent.call(
        'browser_type',
        {
          selector: agent.pick([
            `#${field.toLowerCase()}`,
            `input[name=${field.toLowerCase()}]`,
            `//input[@id="${field}"]`,
          ]),
          text: agent.pick(['+49 30 1234', 'Germany', 'Acme', '0049301234']),
        },
        agent.pick(['Typed text.', 'Done.']),
      );
      agent.call(
        'browser_click',
        { selector: agent.pick(['#submit', 'button[type=submit]', 'text=Register']) },
        page,
      );
    });
  },
};
