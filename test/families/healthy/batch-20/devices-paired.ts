/**
 * One screen after the other is signed in with a code that a person in the room types; each waits a little, and each gets in.
 */
import type { Family } from '../../family.ts';

export const devicesPaired: Family = {
  name: 'h_devices_paired',
  what: 'signs in one screen after the other with a code that a person types, polling until each is in',
  batch: 20,
  play(agent) {
    const { words } = agent;
    const count = agent.between(8, 14);
    const pause = agent.pick([5, 10, 15]);
    agent.prompt(
      `I am in the building with ${count} new signage screens. Start the sign-in of each; I type the codes.`,
    );
    agent.warmUp(0, 2);
    for (let index = 1; index <= count; index += 1) {
      const screen = `screen-${String(index).padStart(2, '0')}`;
      const start = () => {
        const code = `${words.hex(4)}-${words.hex(4)}`.toUpperCase();
        agent.shell(
          `./bin/signage login ${screen} --device-code`,
          `Open https://signage.example/device and enter ${code} (valid for 2 minutes)`,
          { saying: `The next code is for ${screen}.` },
        );
      };
      const poll = (text: string, exit: number) =>
        agent.shell(
          `sleep ${pause}; ./bin/signage whoami ${screen}`,
          { text, exit, seconds: pause },
          { tookMs: pause * 1000 },
        );
      start();
      agent.times(1, 4, () => poll('authorization_pending', 1));
      if (agent.random.chance(0.15)) {
        poll('error: expired_token, the code has expired', 1);
        start();
        agent.times(1, 2, () => poll('authorization_pending', 1));
      }
      poll(`${screen}: signed in, location ${words.noun()}-${agent.between(1, 40)}`, 0);
    }
    agent.answer(`All ${count} screens are signed in.`);
  },
};
