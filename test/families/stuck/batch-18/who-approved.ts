/**
 * Wants to know who agreed to something; asks chat, wiki and tickets in ever other words, which have nothing or the same two pages.
 */
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const WORDS = [
  [
    'approved',
    'approval',
    'sign-off',
    'signed off',
    'agreed',
    'green light',
    'ok from',
    'decision',
  ],
  ['exception', 'waiver', 'exemption', 'special terms', 'deviation'],
  ['', 'legal', 'finance', 'owner', 'manager', 'who', 'by whom', '2025', 'email', 'thread'],
] as const;

type Tool = (agent: ScriptedAgent, query: string, hits: readonly Hit[]) => void;
interface Hit {
  readonly title: string;
  readonly id: string;
}

const slack: Tool = (agent, query, hits) =>
  agent.call(
    'mcp__slack__search_messages',
    { query, count: agent.pick([10, 20]), sort: agent.pick(['score', 'timestamp']) },
    {
      ok: true,
      query,
      messages: {
        total: hits.length,
        matches: hits.map(({ title, id }) => ({ text: title, ts: id })),
      },
    },
  );

const wiki: Tool = (agent, query, hits) =>
  agent.call(
    'confluence_search',
    { cql: `text ~ "${query}"`, limit: agent.pick([10, 25]) },
    {
      size: hits.length,
      results: hits.map((hit) => ({ ...hit, score: agent.between(100, 999) / 100 })),
      searchDuration: agent.between(20, 400),
    },
  );

const tickets: Tool = (agent, query, hits) =>
  agent.call(
    'jira_search_issues',
    { jql: `text ~ "${query}" ORDER BY updated`, maxResults: agent.pick([20, 50]) },
    hits.length === 0
      ? 'No issues found.'
      : hits.map(({ title, id }) => `${id}: ${title}`).join('\n'),
  );

export const whoApproved: Family = {
  name: 's_who_approved',
  what: 'searches chat, wiki and tickets in ever other words for an approval that is written nowhere',
  batch: 18,
  limit: 16,
  play(agent) {
    const { words } = agent;
    const vendor = `${words.project()} ${agent.pick(['Logistics', 'Payments', 'Media'])}`;
    const tools = agent.pick([[slack, wiki, tickets], [wiki], [slack, tickets]]);
    const old: readonly Hit[] = [
      { title: `Onboarding checklist for vendors`, id: `KB-${agent.between(100, 900)}` },
      { title: `${vendor}: contacts`, id: `KB-${agent.between(1000, 9000)}` },
    ];
    const hasSome = agent.random.chance(0.5);
    agent.prompt(`Who approved the payment exception for ${vendor}, and when?`);
    agent.pick(tools)(agent, vendor, old);
    agent.loopBegins();
    agent.times(24, 36, () => {
      const query = agent
        .shuffled([vendor, ...WORDS.map((list) => agent.pick(list))])
        .filter((word) => word !== '')
        .join(' ');
      agent.pick(tools)(
        agent,
        query,
        hasSome && agent.random.chance(0.6) ? agent.shuffled(old) : [],
      );
    });
  },
};
