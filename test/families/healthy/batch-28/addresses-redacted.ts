/**
 * Files are searched for addresses one after the other; most have none, and the others are rewritten and searched again.
 */
import type { Family } from '../../family.ts';

export const addressesRedacted: Family = {
  name: 'h_addresses_redacted',
  what: 'greps one file after the other for addresses, replaces them where there are some, and greps again',
  batch: 28,

  play(agent) {
    const { words } = agent;
    const files = [
      ...new Set(
        Array.from(
          { length: agent.between(16, 30) },
          () => `exports/${words.noun()}_${words.noun()}.csv`,
        ),
      ),
    ];
    agent.prompt('Take all e-mail addresses out of the exports.');
    agent.shell('ls exports/*.csv', files.join('\n'));
    for (const file of files) {
      const count = agent.random.chance(0.3) ? agent.between(1, 400) : 0;
      agent.shell(`grep -cE "[^,]+@[^,]+" ${file}`, {
        text: String(count),
        exit: count === 0 ? 1 : 0,
      });
      if (count === 0) continue;
      agent.shell(`sed -i -E 's/[^,]+@[^,]+/REDACTED/g' ${file}`, '');
      agent.shell(`grep -cE "[^,]+@[^,]+" ${file}`, { text: '0', exit: 1 });
    }
    agent.answer('No address is left.');
  },
};
