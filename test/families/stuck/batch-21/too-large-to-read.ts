/**
 * What a tool answers is larger than the client lets through; the agent asks for all of it again.
 */
import type { Manner } from '../../client-manner.ts';
import type { Family } from '../../family.ts';
import type { ScriptedAgent } from '../../scripted-agent.ts';

const PREFIXES: Readonly<Record<Manner, string>> = {
  claude: 'mcp__',
  codex: '',
  gemini: '',
  opencode: 'mcp_',
  custom: 'tools_',
};

interface Scene {
  readonly ask: string;
  readonly tool: string;
  readonly args: readonly Readonly<Record<string, unknown>>[];
}

const file = ({ words }: ScriptedAgent): Scene => {
  const path = `${words.root}/data/${words.noun()}.json`;
  return {
    ask: `Tell me which keys of ${path} are not used in the code.`,
    tool: 'filesystem__read_text_file',
    args: [{ path }, { path, head: 20_000 }, { path, head: 50_000 }, { path, tail: 20_000 }],
  };
};

const table = ({ words }: ScriptedAgent): Scene => {
  const name = `${words.noun()}_${words.noun()}s`;
  return {
    ask: `Find the rows of ${name} that have no owner.`,
    tool: 'postgres__query',
    args: [
      { sql: `SELECT * FROM ${name}` },
      { sql: `SELECT * FROM ${name};` },
      { sql: `select * from public.${name}` },
      { sql: `SELECT * FROM ${name} ORDER BY id` },
    ],
  };
};

const issues = ({ words }: ScriptedAgent): Scene => {
  const repo = `acme/${words.project()}`;
  return {
    ask: `Summarise the open issues of ${repo}.`,
    tool: 'github__list_issues',
    args: [
      { repo, state: 'open' },
      { repo, state: 'open', per_page: 100 },
      { repo, state: 'OPEN', perPage: 100 },
      { repo, state: 'open', sort: 'updated' },
    ],
  };
};

export const tooLargeToRead: Family = {
  name: 's_too_large_to_read',
  what: 'asks a tool for everything at once over and over; the answer is too large each time',
  batch: 21,
  limit: 10,
  play(agent) {
    const { ask, tool, args } = agent.pick([file, table, issues])(agent);
    const tokens = args.map(() => agent.between(26_000, 190_000));
    agent.prompt(ask);
    agent.warmUp(1, 6);
    agent.loopBegins();
    agent.times(18, 30, () => {
      const which = agent.between(0, args.length - 1);
      agent.call(
        PREFIXES[agent.manner] + tool,
        args[which] ?? {},
        `MCP tool "${tool}" response (${tokens[which]} tokens) exceeds maximum allowed tokens (25000). Please use pagination, filtering, or limit parameters to reduce the response size.`,
        {
          failed: agent.manner === 'claude',
          saying: agent.pick(['', '', 'I need the whole content.', 'Let me load it again.']),
        },
      );
    });
  },
};
