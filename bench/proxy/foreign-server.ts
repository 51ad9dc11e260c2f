/** A server that others made, as a process that is measured from outside: nginx, another gateway. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { processorMsOf } from '../../test/kit/processor-time.ts';
import { ended, type ChildServer } from './child-server.ts';

const START_MS_MAX = 30_000;
const AGAIN_MS = 100;
const BYTES_PER_KB = 1_024;

/** How it is started. */
export interface Foreign {
  readonly program: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly cwd: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its paths name no agent. */
  readonly isPlain?: boolean;
}

/** Starts it, and waits until it can be connected to. */
export async function startForeign(foreign: Foreign): Promise<ChildServer> {
  const { program, args, port, cwd, headers, isPlain } = foreign;
  const child = spawn(program, args, { cwd, stdio: 'ignore' });
  const { promise: failed, reject } = Promise.withResolvers<never>();
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
  failed.catch(() => undefined);
  await Promise.race([failed, accepts(port)]);
  const pid = child.pid ?? 0;
  return {
    url: `http://127.0.0.1:${port}`,
    ...(headers === undefined ? {} : { headers }),
    ...(isPlain === undefined ? {} : { isPlain }),
    usage: () => Promise.resolve({ memory: residentBytes(pid), cpuUs: processorMsOf(pid) * 1e3 }),
    journalBytes: () => Promise.resolve(0),
    close: () => ended(child),
  };
}

async function accepts(port: number): Promise<void> {
  const untilMs = performance.now() + START_MS_MAX;
  while (!(await isAccepted(port))) {
    if (performance.now() > untilMs) throw new Error(`nothing listens on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

async function isAccepted(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function residentBytes(pid: number): number {
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(resident?.[1] ?? 0) * BYTES_PER_KB;
}

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
