/**
 * The harness says "Continue." after every answer, and the agent takes the next item of a checklist each time: a few
 * calls, then a short report in much the same words about another thing.
 */
import type { Family } from '../family.ts';

const ITEMS =
  'rate limits on the login route|security headers|the expired certificate of the test host|alerts for full disks|backups of the wiki|stale feature flags|the retention of access logs|two-factor for admins|dead links in the handbook|the on-call calendar|unused API keys|the status page|time zones in the reports|the slow start page query|image sizes on the blog|the 404 page|the cookie banner|licence notices|the robots file|the cron of the digest mail|the default locale|the contact form'.split(
    '|',
  );

export const autopilotChecklist: Family = {
  name: 'h_autopilot_checklist',
  what: 'works off a checklist, one item per "Continue.", reporting each in much the same words',
  batch: 12,
  play(agent) {
    const { words } = agent;
    const count = agent.between(13, ITEMS.length);
    const start = agent.between(0, ITEMS.length - count);
    const items = ITEMS.slice(start, start + count);
    const nudge = agent.pick(['Continue.', 'continue', 'Keep going.', '[auto] Continue.']);
    agent.prompt(
      `Work off CHECKLIST.md, one item per turn. After each, tell me in a sentence what you did.`,
    );
    agent.read(
      `${words.root}/CHECKLIST.md`,
      items.map((item, index) => `${index + 1}. [ ] ${item}`).join('\n'),
    );
    items.forEach((item, index) => {
      const path = words.path();
      if (agent.random.chance(0.6))
        agent.shell(
          `rg -ln "${item.split(' ').at(-1)}" .`,
          `${path.slice(words.root.length + 1)}\n${words.file()}`,
        );
      if (agent.random.chance(0.7)) agent.read(path, words.codeLines(5, 20));
      agent.edit(path, words.codeLines(1, 2), words.codeLines(1, 4));
      if (agent.random.chance(0.4)) agent.shell('make check', 'ok');
      agent.edit(
        `${words.root}/CHECKLIST.md`,
        `${index + 1}. [ ] ${item}`,
        `${index + 1}. [x] ${item}`,
      );
      const file = path.slice(words.root.length + 1);
      agent.answer(
        agent.pick([
          `Item ${index + 1} of ${count} is done: ${item} (${file}).`,
          `Done with item ${index + 1} of ${count}, ${item}. I changed ${file}.`,
          `${index + 1}/${count}: ${item}. Changed ${file}.`,
        ]),
      );
      agent.rest(agent.between(200, 2500));
      if (index < count - 1) agent.prompt(nudge);
    });
  },
};
