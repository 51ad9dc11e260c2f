/**
 * A form wants a password by rules that it does not tell; every password that the agent makes up is refused alike.
 */
import type { Family } from '../../family.ts';

export const passwordRules: Family = {
  name: 's_password_rules',
  what: 'sets up an account with one password after the other, each refused with the same sentence',
  batch: 27,
  limit: 10,
  play(agent) {
    const { words } = agent;
    const mail = `${words.noun()}@${words.project()}.example`;
    const refusal = 'Password does not meet the requirements.';
    agent.prompt(`Create an account for ${mail} on the portal and tell me the password.`);
    agent.call(
      'browser_navigate',
      { url: 'https://portal.example/register' },
      '- textbox "E-mail"\n- textbox "Password"\n- button "Register"',
    );
    agent.loopBegins();
    agent.times(9, 15, () => {
      const password = `${words.verb()}${agent.pick(['!', '#', '_', '-'])}${words.opaque(agent.between(6, 14))}${agent.between(1, 99)}`;
      agent.call('browser_type', { element: 'Password', ref: 'e8', text: password }, 'Typed.');
      agent.call(
        'browser_click',
        { element: 'Register', ref: 'e11' },
        `- textbox "E-mail": ${mail}\n- textbox "Password"\n- alert: ${refusal}\n- button "Register"`,
        {
          saying: agent.pick(['', 'A stronger one.', 'Let me add a special character.']),
        },
      );
    });
  },
};
