/**
 * One sub-agent after the other is sent to reproduce a fault; each says in its own words that it could not.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

function brief(agent: ScriptedAgent, fault: string): string {
  return [
    agent.pick([
      `Reproduce the ${fault}.`,
      `Please investigate and reproduce the ${fault}.`,
      `Find a way to trigger the ${fault} reliably.`,
      `A user reports a ${fault}. Reproduce it.`,
    ]),
    agent.pick([
      'Take your time.',
      'Be thorough this time.',
      'Earlier attempts found nothing, so look closer.',
      'Try harder cases.',
      'Use a fresh checkout.',
    ]),
    agent.pick(['Report the steps.', 'Return exact steps.', 'Then propose a fix.', '']),
  ].join(' ');
}

function shrug(agent: ScriptedAgent, fault: string): string {
  const runs = agent.between(3, 60);
  return agent.pick([
    `I was unable to reproduce the ${fault}. I ran the flow ${runs} times and it worked each time. No files were changed.`,
    `Could not trigger the ${fault} in ${runs} attempts. Everything behaves as documented.`,
    `After ${runs} runs there is no sign of the ${fault}. I made no changes.`,
    `No reproduction. The ${fault} did not occur (${runs} runs, ${agent.between(2, 40)} minutes). More information from the user would be needed.`,
  ]);
}

export const unableToReproduce: Family = {
  name: 's_unable_to_reproduce',
  what: 'sends one sub-agent after the other to reproduce a fault; each reports in other words that it could not',
  batch: 18,
  limit: 12,
  play(agent) {
    const { words, manner } = agent;
    const fault = `${agent.pick(['double', 'missing', 'stale', 'empty'])} ${words.noun()} after ${words.noun()} ${agent.pick(['import', 'logout', 'sync'])}`;
    const spawn = () =>
      delegation(manner, {
        title: agent.pick([
          'Reproduce the fault',
          'Investigate report',
          'Second look',
          'Fresh eyes',
        ]),
        brief: brief(agent, fault),
        role: agent.pick(['worker', 'debugger', 'general-purpose', 'explorer']),
        report: shrug(agent, fault),
        id: words.hex(8),
        tokens: agent.between(8000, 70_000),
        ms: agent.between(20_000, 300_000),
      });
    agent.prompt(`Customers see a ${fault}. Reproduce and fix it.`);
    agent.warmUp(2, 7);
    agent.loopBegins();
    agent.times(13, 20, () => {
      const exchanges = Array.from({ length: agent.pick([1, 1, 2]) }, spawn);
      agent.together(exchanges, {
        saying: agent.pick(['', 'I will ask a fresh agent.', 'Let me delegate this once more.']),
        tookMs: agent.between(20_000, 120_000),
      });
    });
  },
};
