/**
 * Each sub-agent says in other words that it has no access; the brief is worded anew and given to the next.
 */
import { delegation } from '../../delegation.ts';
import type { Family } from '../../family.ts';
import { musing } from '../../narration.ts';

const SYSTEMS = [
  'the Jira board',
  'the production database',
  'the Figma file',
  'the partner portal',
  'the Grafana dashboards',
];

const SHRUGS: readonly ((system: string, thing: string) => string)[] = [
  (system) =>
    `I was not able to open ${system}: no tool for it is available in my session. I described how one could do it instead.`,
  (system, thing) =>
    `## Summary\n\nThe ${thing} could not be gathered, since ${system} requires a sign-in I do not have.\n\n## Recommendations\n- Provide credentials\n- Retry`,
  (_, thing) =>
    `Done as far as possible. I found no ${thing}, but here is a template that you can fill in:\n\n| item | value |\n|---|---|\n| … | … |`,
  (system) =>
    `I searched the repository for exports of ${system} and found none. Without access I cannot continue.`,
  (system, thing) => `Apologies: ${system} is outside my sandbox. The ${thing} remain open.`,
  (_, thing) =>
    `No results. It seems that the ${thing} live in an external system. Please delegate to an agent that can reach it.`,
];

const ROLES = [
  'general-purpose',
  'researcher',
  'data-collector',
  'explorer',
  'analyst',
  'integrations',
];

const BRIEFS: readonly ((system: string, thing: string, more: string) => string)[] = [
  (system, thing, more) => `Collect the ${thing} from ${system}. Be thorough. ${more}`,
  (system, thing, more) =>
    `You are an expert in ${system}. Your sole task: bring back the ${thing}. ${more}`,
  (system, thing, more) =>
    `${more} With this in mind, list all ${thing}. Source: ${system}. Do not stop before you have them.`,
  (system, thing, more) =>
    `IMPORTANT: earlier attempts failed. Go to ${system}, read the ${thing}, return them as JSON. ${more}`,
  (_, thing, more) => `Return the ${thing} as a table, nothing else. ${more}`,
];

export const subagentsShrug: Family = {
  name: 's_subagents_shrug',
  what: 'sends one sub-agent after the other for something none of them can reach',
  batch: 15,
  limit: 11,
  play(agent) {
    const { words, manner } = agent;
    const [system, thing] = [agent.pick(SYSTEMS), `${words.noun()} ${words.noun()}s`];
    agent.prompt(
      `Write the quarterly summary. The ${thing} are in ${system}; use sub-agents for the gathering.`,
    );
    agent.warmUp(3, 6);
    agent.times(2, 3, () =>
      agent.together([
        delegation(manner, {
          title: `Read ${words.noun()} notes`,
          brief: `Summarise what the repository says about the ${words.noun()}.`,
          role: agent.pick(ROLES),
          report: words.prose(5, 12),
          id: words.hex(12),
          tokens: agent.between(8000, 60_000),
          ms: agent.between(20_000, 200_000),
        }),
      ]),
    );
    agent.loopBegins();
    agent.times(20, 27, () => {
      const count = agent.random.chance(0.15) ? 2 : 1;
      const delegated = Array.from({ length: count }, () =>
        delegation(manner, {
          title: agent.pick([
            `Gather ${thing}`,
            `Fetch ${thing}`,
            `Get the ${thing}, take two`,
            `${thing}: collect`,
          ]),
          brief: agent.pick(BRIEFS)(system, thing, words.prose(1, 3)),
          role: agent.pick(ROLES),
          report: agent.pick(SHRUGS)(system, thing),
          id: words.hex(12),
          tokens: agent.between(5000, 48_000),
          ms: agent.between(15_000, 190_000),
        }),
      );
      agent.together(delegated, {
        saying: musing(agent, thing),
        tookMs: agent.between(15_000, 190_000),
      });
      if (agent.random.chance(0.2)) agent.shell('ls notes', 'summary-draft.md');
    });
  },
};
