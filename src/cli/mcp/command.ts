/**
 * `tripwire mcp -- COMMAND` and `tripwire mcp --url URL`: stands between an MCP server and its client.
 *
 * A client's configuration names this instead of the server's own command or address; nothing else changes for either.
 * Standard output belongs to the protocol, so everything for people goes to standard error.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gateMcp } from '../../adapters/mcp/index.ts';
import type { Environment } from '../../base/environment.ts';
import { errorWords } from '../../base/error-words.ts';
import { isShadowed, loadConfig } from '../../config/index.ts';
import { TripwireError } from '../../core/index.ts';
import {
  GateApproval,
  HostFilesystem,
  MarkdownSection,
  Prompt,
  PromptTemplate,
  policiesFromConfig,
  type ToolPolicy,
} from '../../guardrails/index.ts';
import type { Command } from '../command.ts';
import { agentOption } from '../terminal/agent-argument.ts';
import { complain } from '../terminal/say.ts';
import { mcpGate } from './gate.ts';
import { httpAddress } from './http/address.ts';
import { JsonLines } from './lines.ts';
import { QuotaFile } from './quota-file.ts';
import { httpServer, stdioServer, type GuardedServer } from './servers.ts';

const HELP = `tripwire mcp [--agent NAME] [--root DIR] [--config FILE] -- COMMAND [ARGUMENT…]
tripwire mcp --url URL [--header NAME=VARIABLE…] [--insecure] [--agent NAME] [--root DIR] [--config FILE]

Starts an MCP server, or connects to one over HTTP, with a gate in front of it: every tool call is judged by the policies
in tripwire.yaml and by whether the agent is stopped, and recorded. A denied call does not reach the server; the client
gets the reason as an error of the tool. Put it in a client's configuration in place of the server's command or address:
the client always talks to it over standard input and output.
A running Tripwire is the gate: the one at TRIPWIRE_URL (with TRIPWIRE_AGENT_KEY), else that of the data folder. Without
one, the project's own journal is.
  --agent NAME     the name under which the client's calls are recorded (default: TRIPWIRE_AGENT, else mcp)
  --root DIR       the folder that policies about files look at (default: the folder it runs in)
  --config FILE    settings (default tripwire.yaml in the data folder)
  --url URL        where the server is (streamable HTTP)
  --header NAME=VARIABLE   send a header with the value of this environment variable; may be repeated
  --insecure       allow --url to be plain http on another machine
Exit codes: that of the server, with --url 0; 127 when there is no such command; 2 wrong options or settings.`;

/** The command. */
export const command: Command = { help: HELP, run: mcp };

const PARSE_ERROR = -32_700;
const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

async function mcp(args: readonly string[]): Promise<number> {
  const end = args.indexOf('--');
  const started = end === -1 ? [] : args.slice(end + 1);
  const { values } = parseArgs({
    args: [...(end === -1 ? args : args.slice(0, end))],
    options: {
      agent: { type: 'string' },
      root: { type: 'string' },
      config: { type: 'string' },
      url: { type: 'string' },
      header: { type: 'string', multiple: true, default: [] },
      insecure: { type: 'boolean', default: false },
    },
  });
  const { env } = process;
  const start = serverIn(started, values, env);
  const agent = agentOption(values.agent ?? (env['TRIPWIRE_AGENT'] || 'mcp'));
  const config = loadConfig({ file: values.config, env, home: homedir() });
  const quotas = new QuotaFile(join(config.data, 'quotas'), agent);
  const asking = isShadowed(config, agent) ? [] : config.approvals;
  const port = mcpGate(
    process.cwd(),
    env,
    asking.filter((rule) => rule.shadow !== true),
  );
  const approval = new GateApproval({ gate: port, agent });
  const report = ({ policy, reason }: { readonly policy: string; readonly reason: string }) => {
    port.would(agent, policy, reason).catch((error: unknown) => {
      say(
        `what the policy ${policy} would have denied could not be recorded: ${errorWords(error)}`,
      );
    });
  };
  const shadow = { report, isForAll: isShadowed(config, agent) };
  const policies = policiesFromConfig(config.policies, { quotas, approval, shadow });
  const prompt = promptOf(policies, resolve(values.root ?? '.'));
  const gate = { port, agent };
  const guarded = start();
  for (const signal of PASSED_ON) process.on(signal, () => guarded.end(signal));
  const { closed } = await gateMcp({
    prompt,
    gate,
    client: clientSide(),
    server: guarded.side,
    report: ({ message }) => say(message),
  });
  await closed;
  const code = await guarded.exitCode();
  // Standard input may still be open; nobody reads it any more.
  process.stdin.destroy();
  return code;
}

/** How the server that is named is reached: by its command or by its address. */
function serverIn(
  [program, ...rest]: readonly string[],
  {
    url,
    header,
    insecure,
  }: { readonly url?: string; readonly header: readonly string[]; readonly insecure: boolean },
  env: Environment,
): () => GuardedServer {
  if ((program === undefined) === (url === undefined)) {
    const words =
      'mcp takes the command of a server behind --, such as tripwire mcp -- npx a-server, or its address with --url';
    throw new TripwireError('USAGE', program === undefined ? words : `${words}; not both`);
  }
  if (url !== undefined) {
    const address = httpAddress(url, header, insecure, env);
    return () => httpServer(address, say);
  }
  if (header.length > 0 || insecure) {
    throw new TripwireError('USAGE', '--header and --insecure go with --url');
  }
  return () => stdioServer(program ?? '', rest, env, say);
}

/** Tools belong to the server, so the prompt names those that policies speak of and governs all. */
function promptOf(policies: readonly ToolPolicy[], root: string): Prompt {
  const named: readonly string[] = policies.flatMap((policy) => policy.toolNames ?? []);
  const tools = [...new Set(named)].map((name) => ({ name }));
  const sections = [new MarkdownSection({ tools })];
  const template = new PromptTemplate({ ns: 'tripwire', key: 'mcp', sections, policies });
  return new Prompt({ template, filesystem: new HostFilesystem({ root }) });
}

function clientSide(): JsonLines {
  const { stdin: input, stdout: output } = process;
  const side: JsonLines = new JsonLines({
    input,
    output,
    onUnreadable: (problem) => {
      say(`the client sent ${problem}`);
      const error = { code: PARSE_ERROR, message: `Tripwire could not read ${problem}` };
      void side.send({ jsonrpc: '2.0', id: null, error });
    },
    end: () => Promise.resolve(),
    isStrict: true,
  });
  return side;
}

function say(line: string): void {
  complain(`tripwire: ${line}`);
}
