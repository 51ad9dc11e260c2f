/**
 * Sub-agents are sent for parts of one task; each ends because the same server is not logged in, and another one is sent.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';

const ROLES = ['general-purpose', 'researcher', 'analyst', 'explorer'];
const TASKS: readonly ((thing: string) => string)[] = [
  (thing) => `Collect all open ${thing} tickets from the tracker and group them by cause.`,
  (thing) => `List the ${thing} tickets of the last month with their owners.`,
  (thing) => `Only fetch the titles of the ${thing} tickets; a short list is enough.`,
  (thing) => `Count the tickets about ${thing}. Use the tracker tools directly.`,
  (thing) => `Read the ${thing} tickets, one page at a time.`,
  (thing) => `Look up the newest ${thing} ticket and report its number.`,
];

export const helpersWithoutLogin: Family = {
  name: 's_helpers_without_login',
  what: 'sends one sub-agent after the other to a server on which none of them is logged in',
  batch: 19,
  limit: 7,
  play(agent) {
    const { words } = agent;
    const thing = words.noun();
    const server = agent.pick(['tracker', 'jira', 'linear']);
    const ends = [
      `I could not complete the task: the ${server} server answered "401 Unauthorized: OAuth session expired, run /login". No tickets were read.`,
      `The ${server} tools are not available to me. Every call returned 401 Unauthorized (OAuth session expired), so there is nothing to report.`,
      `Blocked. ${server} needs a person to sign in (401, OAuth session expired). I read no tickets.`,
      `Unfortunately no data: each request to ${server} failed with 401 Unauthorized. Someone has to log in again.`,
    ];
    agent.prompt(
      `Summarise what customers report about ${thing}s, from the tickets, and where the code is to blame.`,
    );
    agent.warmUp(1, 5);
    const send = () => {
      const brief = `${agent.pick(TASKS)(thing)} ${words.sentence()}`;
      const delegated = {
        title: `${thing} tickets`,
        brief,
        role: agent.pick(ROLES),
        report: agent.pick(ends),
        id: words.hex(8),
        tokens: agent.between(4000, 30_000),
        ms: agent.between(8000, 60_000),
      };
      agent.together([delegation(agent.manner, delegated)], {
        tookMs: delegated.ms,
        saying: agent.pick([
          '',
          'Let me use another helper.',
          'I will narrow the brief.',
          'Trying a fresh agent.',
        ]),
      });
    };
    send();
    agent.loopBegins();
    agent.times(14, 22, send);
  },
};
