/**
 * The coding agents on this machine: which are there, how each is logged in, whether its traffic passes through
 * Tripwire, and what can guard it.
 *
 * It reads files and asks the running server; no client is run, and nothing is changed.
 */
import { examineClaude } from './claude-code/login.ts';
import { examineCodex } from './codex/login.ts';
import type { ClientPlace, Examined } from './examined.ts';
import { examineGemini } from './gemini-cli/login.ts';
import { installedClient, type Installed } from './installed.ts';
import { examineOpencode } from './opencode/login.ts';
import type { SeenAgents } from './seen-agents.ts';

interface Kind {
  readonly client: 'claude-code' | 'codex' | 'gemini-cli' | 'opencode';
  readonly title: string;
  /** Its program; `tripwire run` and the lines to copy name its agent the same. */
  readonly program: string;
  readonly packageName: string;
  readonly examine: (place: ClientPlace) => Examined;
}

const kinds: readonly Kind[] = [
  {
    client: 'claude-code',
    title: 'Claude Code',
    program: 'claude',
    packageName: '@anthropic-ai/claude-code',
    examine: examineClaude,
  },
  {
    client: 'codex',
    title: 'Codex',
    program: 'codex',
    packageName: '@openai/codex',
    examine: examineCodex,
  },
  {
    client: 'gemini-cli',
    title: 'Gemini CLI',
    program: 'gemini',
    packageName: '@google/gemini-cli',
    examine: examineGemini,
  },
  {
    client: 'opencode',
    title: 'OpenCode',
    program: 'opencode',
    packageName: 'opencode-ai',
    examine: examineOpencode,
  },
];

/** Whether the traffic of a client passes through Tripwire. */
interface Passing {
  /** `seen`: pointed here, and its agent has called. `pointed`: pointed here, not seen yet. */
  readonly state: 'seen' | 'pointed' | 'partly' | 'no' | 'unknown';
  /** The agent under whose name it would call. */
  readonly agent: string | null;
  /** When that agent was last seen, in milliseconds since 1970; null when it was not, or nobody can tell. */
  readonly lastSeen: number | null;
  /** Why it cannot be told whether it was seen. */
  readonly seenProblem: string | null;
  readonly detail: string;
}

/** One client; what is not installed is not examined. */
export interface ClientFinding extends Pick<Kind, 'client' | 'title' | 'program'> {
  readonly installed: Installed | null;
  readonly login: Examined['login'] | null;
  readonly passes: Passing | null;
  readonly guards: Examined['guards'] | null;
}

/** Looks at all four. */
export function clientFindings(place: ClientPlace, seen: SeenAgents): readonly ClientFinding[] {
  return kinds.map(({ client, title, program, packageName, examine }) => {
    const names = { client, title, program };
    const installed = installedClient(program, packageName, place.env);
    if (installed === null) {
      return { ...names, installed, login: null, passes: null, guards: null };
    }
    const { login, pointing, guards } = examine(place);
    return { ...names, installed, login, passes: passing(program, pointing, seen), guards };
  });
}

function passing(program: string, pointing: Examined['pointing'], seen: SeenAgents): Passing {
  const isPointed = pointing.state === 'here' || pointing.state === 'partly';
  // Pointed here without a name in the path it is known by its key: no name can be read from here.
  const agent = isPointed ? pointing.agent : program;
  const lastSeen = agent === null ? null : (seen.lastSeen?.get(agent) ?? null);
  const states = {
    here: lastSeen === null ? 'pointed' : 'seen',
    partly: 'partly',
    elsewhere: 'no',
    nowhere: 'no',
    unknown: 'unknown',
  } as const;
  const { detail } = pointing;
  return { state: states[pointing.state], agent, lastSeen, seenProblem: seen.problem, detail };
}
