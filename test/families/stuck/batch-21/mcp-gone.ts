/**
 * The server behind a set of tools has died; the agent calls one of its tools after the other.
 */
import type { Manner } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

interface Server {
  readonly ask: string;
  readonly name: string;
  readonly calls: readonly (readonly [string, () => Readonly<Record<string, unknown>>])[];
}

const PREFIXES: Readonly<Record<Manner, (server: string) => string>> = {
  claude: (server) => `mcp__${server}__`,
  codex: (server) => `${server}__`,
  gemini: () => '',
  opencode: (server) => `${server}_`,
  custom: (server) => `${server}.`,
};

const linear = ({ words, id }: { words: ScriptedAgent['words']; id: number }): Server => ({
  ask: `Put what we found about the ${words.noun()} into ENG-${id}.`,
  name: 'linear',
  calls: [
    ['get_issue', () => ({ id: `ENG-${id}` })],
    ['list_issues', () => ({ team: 'ENG', query: words.noun() })],
    ['create_comment', () => ({ issueId: `ENG-${id}`, body: words.sentence() })],
    ['update_issue', () => ({ id: `ENG-${id}`, description: words.sentence() })],
    ['list_teams', () => ({})],
  ],
});

const sentry = ({ words, id }: { words: ScriptedAgent['words']; id: number }): Server => ({
  ask: `Find out since when ${words.symbol()} fails in production.`,
  name: 'sentry',
  calls: [
    ['search_issues', () => ({ naturalLanguageQuery: `${words.noun()} errors` })],
    ['search_events', () => ({ query: `message:${words.noun()}`, limit: 10 })],
    ['get_issue_details', () => ({ issueId: `CORE-${id}` })],
    ['find_projects', () => ({ organizationSlug: 'acme' })],
    ['whoami', () => ({})],
  ],
});

const database = ({ words }: { words: ScriptedAgent['words']; id: number }): Server => ({
  ask: `How many ${words.noun()}s were created last week?`,
  name: 'postgres',
  calls: [
    ['query', () => ({ sql: `select count(*) from ${words.noun()}s` })],
    ['query', () => ({ sql: `select * from ${words.noun()}s limit 5` })],
    ['list_tables', () => ({ schema: 'public' })],
    ['describe_table', () => ({ table: `${words.noun()}s` })],
    ['list_schemas', () => ({})],
  ],
});

export const mcpGone: Family = {
  name: 's_mcp_gone',
  what: 'calls the tools of a server that has died, one after the other and with ever other arguments',
  batch: 21,
  limit: 12,
  play(agent) {
    const { words } = agent;
    const { ask, name, calls } = agent.pick([linear, sentry, database])({
      words,
      id: agent.between(100, 9999),
    });
    const error = agent.pick([
      'MCP error -32000: Connection closed',
      'Error: Not connected',
      `Error calling ${name}: fetch failed (ECONNREFUSED 127.0.0.1:${agent.between(3000, 9000)})`,
    ]);
    agent.prompt(ask);
    agent.warmUp(2, 8);
    agent.loopBegins();
    agent.times(20, 32, () => {
      const [tool, args] = agent.pick(calls);
      agent.call(PREFIXES[agent.manner](name) + tool, args(), error, {
        failed: agent.random.chance(0.9),
        saying: agent.pick(['', '', 'Let me try another tool.', 'Trying again.', 'Hm, once more.']),
      });
    });
  },
};
