/**
 * `tripwire mcp -- COMMAND`: starts an MCP server and stands between it and its client.
 *
 * A client's configuration names this instead of the server's own command; nothing else changes for either. Standard
 * output belongs to the protocol, so everything for people goes to standard error.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gateMcp } from '../../adapters/mcp/index.ts';
import { assert } from '../../base/assert.ts';
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
import { JsonLines } from './lines.ts';
import { QuotaFile } from './quota-file.ts';

const HELP = `tripwire mcp [--agent NAME] [--root DIR] [--config FILE] -- COMMAND [ARGUMENT…]

Starts an MCP server (standard input and output) with a gate before it: every tool call is judged by the policies of
tripwire.yaml and by what stands against the agent, and recorded. What is denied does not reach the server; the client
gets the reason as an error of the tool. Put it into a client's configuration in place of the server's command.
A running Tripwire is the gate: the one at TRIPWIRE_URL (with TRIPWIRE_AGENT_KEY), else that of the data folder. Without
one, the project's own journal is.
  --agent NAME     under which name the client's calls are recorded (default: TRIPWIRE_AGENT, else mcp)
  --root DIR       the folder that policies about files look at (default: the folder it runs in)
  --config FILE    settings (default tripwire.yaml in the data folder)
Exit codes: that of the server; 127 when there is no such command; 2 wrong options or settings.`;

/** The command. */
export const command: Command = { help: HELP, run: mcp };

const NO_COMMAND = 127;
const PARSE_ERROR = -32_700;
/** What only this process needs; the server it guards is not to act in the agent's or a person's name. */
const NOT_FOR_SERVERS = ['TRIPWIRE_AGENT_KEY', 'TRIPWIRE_ADMIN_TOKEN'];
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
    },
  });
  const { env } = process;
  const [program, ...rest] = started;
  if (program === undefined) {
    const words =
      'mcp takes the command of a server behind --, such as tripwire mcp -- npx a-server';
    throw new TripwireError('USAGE', words);
  }
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
  const child = spawn(program, rest, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: Object.fromEntries(
      Object.entries(env).filter(([name]) => !NOT_FOR_SERVERS.includes(name)),
    ),
  });
  const exited = exitOf(child, program);
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  const { closed } = await gateMcp({
    prompt,
    gate,
    client: clientSide(),
    server: serverSide(child, exited),
    report: ({ message }) => say(message),
  });
  await closed;
  const code = await exited;
  // Standard input may still be open; nobody reads it any more.
  process.stdin.destroy();
  return code;
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

function serverSide(child: ChildProcess, exited: Promise<number>): JsonLines {
  const { stdin, stdout } = child;
  assert(stdin !== null && stdout !== null, 'a server without standard streams');
  return new JsonLines({
    input: stdout,
    output: stdin,
    onUnreadable: (problem) => say(`the server sent ${problem}; it was left out`),
    end: async () => {
      // The end of its input is how a server hears that its client has gone; how long it takes is its own affair.
      stdin.end();
      await exited;
    },
  });
}

function exitOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((settle) => {
    child.once('error', (error) => {
      say(`cannot run ${program}: ${error.message}`);
      settle(NO_COMMAND);
    });
    child.once('close', (code, signal) => {
      settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

function say(line: string): void {
  complain(`tripwire: ${line}`);
}
