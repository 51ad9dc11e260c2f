/**
 * A Postgres of its own for a run of tests: Debian's, on a free port of this machine, in a temporary folder.
 *
 * `postgres` is started as a direct child, not by pg_ctl, so that a test can kill it and start it again. It refuses to
 * run as root, so root starts it as the user that Debian's package made.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installPostgres } from '../../scripts/install-postgres.ts';
import { processorMsOf } from '../kit/processor-time.ts';
import { runFolder } from '../kit/run-folder.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const START_MS = 60_000;
const WORDS_KEPT = 2_000;
const HOST = '127.0.0.1';
const USER = 'tripwire';
/** Linux hands out ports from 32768 on. */
const FIRST_PORT = 20_000;
const PORTS_END = 32_000;

/** Settings of a server, as in postgresql.conf. */
type Settings = Readonly<Record<string, string>>;

/** Makes a cluster and starts it; `env` is what its server has beside the environment of this process. */
export async function startPostgres(
  settings: Settings = {},
  env: Settings = {},
): Promise<PostgresCluster> {
  const cluster = await newCluster(settings, env);
  cluster.initialize();
  await cluster.start();
  return cluster;
}

/** Makes a standby that follows a running cluster, and starts it. */
export async function startStandby(of: PostgresCluster, name: string): Promise<PostgresCluster> {
  const standby = await newCluster({ cluster_name: name });
  standby.copy(of);
  await standby.start();
  return standby;
}

async function newCluster(settings: Settings, env: Settings = {}): Promise<PostgresCluster> {
  const programs = installPostgres((line) => process.stderr.write(`tripwire: ${line}\n`));
  const folder = temporaryFolder('postgres');
  giveToPostgres(folder);
  return new PostgresCluster(programs, folder, { port: await freePort(), settings, env });
}

interface ServerOptions {
  readonly port: number;
  readonly settings: Settings;
  readonly env: Settings;
}

/** A cluster in a folder. */
export class PostgresCluster {
  readonly #programs: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: Settings;
  readonly #env: Settings;
  #server: ChildProcess | null = null;

  constructor(programs: string, folder: string, { port, settings, env }: ServerOptions) {
    this.#settings = settings;
    this.#env = env;
    this.#programs = programs;
    this.#folder = folder;
    this.#port = port;
  }

  /** Of a database in it. */
  url(database: string): string {
    return `postgres://${USER}@${HOST}:${this.#port}/${database}`;
  }

  initialize(): void {
    const how = ['-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    this.#run('initdb', ['-D', this.#data, '-U', USER, ...how]);
  }

  get port(): number {
    return this.#port;
  }

  /** Takes the data of a running cluster, to follow it from there. */
  copy(from: PostgresCluster): void {
    const where = ['-h', HOST, '-p', String(from.port), '-U', USER, '-D', this.#data];
    this.#run('pg_basebackup', [...where, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  }

  /** Makes a standby the primary. */
  promote(): void {
    this.#run('pg_ctl', ['promote', '-D', this.#data, '-w']);
  }

  createDatabase(name: string): void {
    this.#run('createdb', ['-h', HOST, '-p', String(this.#port), '-U', USER, name]);
  }

  /** Starts it, also after it was killed. */
  async start(): Promise<void> {
    const settings = {
      listen_addresses: HOST,
      port: String(this.#port),
      unix_socket_directories: this.#folder,
      // A test does not outlive the machine, so the disk need not be waited for.
      fsync: 'off',
      max_connections: '100',
      shared_buffers: '32MB',
      ...this.#settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // What a killed server left: the child was ours, so nobody else has the folder.
    rmSync(join(this.#data, 'postmaster.pid'), { force: true });
    this.#server = spawn(...this.#asUser('postgres', ['-D', this.#data, ...args]), {
      cwd: this.#folder,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    this.#server.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-WORDS_KEPT);
    });
    const until = performance.now() + START_MS;
    while (!this.#isReady()) {
      if (this.#hasEnded) throw new Error(`Postgres did not start: ${words}`);
      if (performance.now() > until) throw new Error(`Postgres did not start in time: ${words}`);
      await delay(50);
    }
  }

  /** Ends it at once, as a crash would: all its processes, because one that outlived the first would still answer. */
  async kill(): Promise<void> {
    await this.#ended(() => this.signal('SIGKILL'));
    // One that was being started meanwhile holds on to the memory that the next server needs.
    while (this.#processes().length > 0) {
      this.signal('SIGKILL');
      await delay(10);
    }
  }

  /** Sends every process of it a signal: SIGSTOP lets it stand still, SIGCONT go on. */
  signal(name: NodeJS.Signals): void {
    for (const pid of this.#processes()) sendSignal(pid, name);
  }

  /** Processor time of all its processes so far, in milliseconds. */
  processorMs(): number {
    return this.#processes().reduce((sum, pid) => sum + processorMsOf(pid), 0);
  }

  /** Ends it and removes its folder. */
  async remove(): Promise<void> {
    await this.#ended(() => this.#server?.kill('SIGINT'));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  get #hasEnded(): boolean {
    const { exitCode, signalCode } = this.#server ?? { exitCode: 0, signalCode: null };
    return exitCode !== null || signalCode !== null;
  }

  #isReady(): boolean {
    const args = ['-q', '-h', HOST, '-p', String(this.#port)];
    return spawnSync(join(this.#programs, 'pg_isready'), args).status === 0;
  }

  /** Those that work in its folder: the first, its children, and those that outlived it. */
  #processes(): readonly number[] {
    const data = realpathSync(this.#data);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && workingFolder(name) === data)
      .map(Number);
  }

  async #ended(end: () => void): Promise<void> {
    if (this.#server === null || this.#hasEnded) return;
    const gone = once(this.#server, 'exit');
    end();
    await gone;
  }

  #asUser(name: string, args: readonly string[]): [string, string[]] {
    const program = join(this.#programs, name);
    const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];
    return isRoot() ? ['setpriv', [...user, program, ...args]] : [program, [...args]];
  }

  #run(name: string, args: readonly string[]): void {
    // Its programs look for certificates in the home folder, and root's is closed to that user.
    const env = { ...process.env, HOME: this.#folder };
    const how = { cwd: this.#folder, env, encoding: 'utf8' } as const;
    const done = spawnSync(...this.#asUser(name, args), how);
    if (done.status !== 0) throw new Error(`${name}: ${done.error?.message ?? done.stderr}`);
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Null for a process that ended meanwhile, and for one of somebody else. */
function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/**
 * Gives a folder or a file to the user that the server runs as; nothing to do where that is the user of this process.
 *
 * That user has to get through the folder of the run, too; it still cannot look into it. Before the run has its folder
 * the cluster is in the machine's own temporary folder, which stays as it is: everybody on the machine needs it.
 */
export function giveToPostgres(path: string): void {
  if (!isRoot()) return;
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  chownSync(path, uid ?? 0, gid ?? 0);
  const run = runFolder();
  if (run !== null) chmodSync(run, 0o711);
}

/** A process that ended meanwhile needs no signal. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone.
  }
}

/**
 * A port on which nobody listens, below those that the machine hands out by itself: a server that was killed comes back
 * to its port, which a connection of another test could otherwise have taken meanwhile.
 */
async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, PORTS_END);
  const server = createServer();
  try {
    await once(server.listen(port, HOST), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
