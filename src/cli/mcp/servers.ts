/**
 * The servers that the gate stands before: one that this process starts, or one that it reaches over HTTP.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { McpTransport } from '../../adapters/mcp/index.ts';
import { assert } from '../../base/assert.ts';
import type { Environment } from '../../base/environment.ts';
import { startProblem } from '../../base/node/start-problem.ts';
import type { HttpAddress } from './http/address.ts';
import { HttpServer } from './http/server.ts';
import { JsonLines } from './lines.ts';

/** A server, and what the command needs to know of it. */
export interface GuardedServer {
  readonly side: McpTransport;
  /** A signal came for this process. */
  readonly end: (signal: NodeJS.Signals) => void;
  /** With what the command ends, once the connection is closed. */
  readonly exitCode: () => Promise<number>;
}

type Say = (line: string) => void;

const NO_COMMAND = 127;
const BY_SIGNAL = 128;
/** What only this process needs; the server it guards is not to act in the agent's or a person's name. */
const NOT_FOR_SERVERS = ['TRIPWIRE_AGENT_KEY', 'TRIPWIRE_ADMIN_TOKEN'];

/** Starts a server that speaks over standard input and output. */
export function stdioServer(
  program: string,
  args: readonly string[],
  env: Environment,
  say: Say,
): GuardedServer {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: Object.fromEntries(
      Object.entries(env).filter(([name]) => !NOT_FOR_SERVERS.includes(name)),
    ),
  });
  const exited = exitOf(child, program, say);
  const { stdin, stdout } = child;
  assert(stdin !== null && stdout !== null, 'a server without standard streams');
  const side = new JsonLines({
    input: stdout,
    output: stdin,
    onUnreadable: (problem) => say(`the server sent ${problem}; it was left out`),
    end: async () => {
      // The end of its input is how a server hears that its client has gone; how long it takes is its own affair.
      stdin.end();
      await exited;
    },
  });
  return { side, end: (signal) => void child.kill(signal), exitCode: () => exited };
}

/** A server over HTTP. It outlives this process, so a signal ends the session and nothing else. */
export function httpServer(address: HttpAddress, say: Say): GuardedServer {
  const side = new HttpServer(address, say);
  let code = 0;
  return {
    side,
    end: (signal) => {
      code = BY_SIGNAL + constants.signals[signal];
      void side.close();
    },
    exitCode: () => Promise.resolve(code),
  };
}

function exitOf(child: ChildProcess, program: string, say: Say): Promise<number> {
  return new Promise((settle) => {
    child.once('error', (error) => {
      say(`cannot run ${program}: ${startProblem(error)}`);
      settle(NO_COMMAND);
    });
    child.once('close', (code, signal) => {
      settle(code ?? BY_SIGNAL + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
