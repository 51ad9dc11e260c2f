/**
 * Agents are sent out with one task in other words, and each comes back without anything, in words of its own.
 */
import { delegation } from '../delegation.ts';
import type { Family } from '../family.ts';

const VERBS = [
  'Find',
  'Track down',
  'Investigate',
  'Work out',
  'Determine',
  'Get to the bottom of',
];
const TAILS = [
  'and report the cause',
  'and propose a fix',
  'thoroughly',
  'and come back with evidence',
  '',
];
const EMPTY = [
  'I could not reproduce it and have no findings to report.',
  'No conclusion could be reached within the limits of this task.',
  'I was unable to complete the analysis. Nothing was changed.',
  'The investigation did not turn up a cause.',
  'I ran out of turns before I found anything.',
];

export const cameBackEmpty: Family = {
  name: 's_came_back_empty',
  what: 'sends agent after agent with the same task; none brings anything back',
  batch: 13,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const trouble = `why ${words.symbol()} loses ${words.noun()}s at night`;
    agent.prompt(`Find out ${trouble}.`);
    agent.warmUp(0, 5);
    agent.loopBegins();
    agent.times(16, 26, () => {
      const brief = `${agent.pick(VERBS)} ${trouble} ${agent.pick(TAILS)}`.trim();
      agent.together(
        [
          delegation(agent.manner, {
            title: agent.pick(['Investigate', 'Analyse the loss', 'Root cause']),
            brief,
            role: agent.pick(['explore', 'general', 'debugger']),
            report: agent.pick(EMPTY),
            id: words.opaque(10),
            tokens: agent.between(2000, 90_000),
            ms: agent.between(9000, 200_000),
          }),
        ],
        {
          tookMs: agent.between(9000, 60_000),
          saying: agent.pick(['', 'I will try another agent.']),
        },
      );
    });
  },
};
