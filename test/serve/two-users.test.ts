/**
 * A server and an agent as two users of the machine: what the agent puts into its own folders makes the server neither
 * read, write, wait nor run anything with its rights. Needs root, which gives both their numbers.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const launcher = fileURLToPath(new URL('../../bin/tripwire', import.meta.url));
const checkout = fileURLToPath(new URL('../..', import.meta.url));
/** Numbers that no account has. */
const SERVER = 61_201;
const AGENT = 61_202;
const WAIT_MS_MAX = 60_000;
const PRIVATE = 'private: do-not-tell\n';

/** Two users are needed, and both must be able to start what is tested. */
const isRoot = process.getuid?.() === 0;
const why = isRoot ? '' : ' (skipped: only root can start two users)';

/** What the agent runs in its project; it prints what the server answered. */
const AGENT_PROGRAM = `
  const { execFileSync } = await import('node:child_process');
  const fs = await import('node:fs');
  const [url, mode, serverHome, serverPid, prepare] = process.argv.slice(1);
  process.umask(0);
  fs.rmSync('.geometry', { recursive: true, force: true });
  fs.mkdirSync('.geometry');
  fs.chmodSync('.geometry', Number.parseInt(mode, 8));
  const data = serverHome + '/.tripwire';
  const payload = {
    session_id: 's1', cwd: process.cwd(), hook_event_name: 'PreToolUse', tool_name: 'Bash',
    tool_input: { command: 'true' }, tool_use_id: 'call-1', transcript_path: process.cwd() + '/t.jsonl',
  };
  const headers = { 'content-type': 'application/json' };
  new Function('fs', 'execFileSync', 'data', 'payload', 'headers', 'serverPid', prepare)(
    fs, execFileSync, data, payload, headers, serverPid);
  const answer = await fetch(url + '/agents/ada/hooks/claude-code', {
    method: 'POST', headers, body: JSON.stringify(payload), signal: AbortSignal.timeout(20_000),
  });
  const files = fs.readdirSync('.geometry').map((name) => {
    try {
      return fs.lstatSync('.geometry/' + name).isFile() ? fs.readFileSync('.geometry/' + name, 'utf8') : '';
    } catch { return ''; }
  });
  console.log(await answer.text(), files.join(' '));
`;

/** How the agent prepares its folder. */
const TRICKS: readonly (readonly [name: string, prepare: string])[] = [
  [
    'the lock is a link to the admin token',
    `fs.symlinkSync(data + '/admin-token', '.geometry/.lock'); fs.writeFileSync('.geometry/.lock.', '1 x');`,
  ],
  [
    'unfinished files are links to what the server may write',
    `for (const name of ['state.json', 'MANIFEST.yaml', 'safety_log.json', '.gitignore'])
       fs.symlinkSync(data + '/admin-token', '.geometry/.growing-' + serverPid + '-' + name);`,
  ],
  [
    'the manifest and the state are links to private files',
    `fs.symlinkSync(data + '/private.yaml', '.geometry/MANIFEST.yaml');
     fs.symlinkSync(data + '/private.yaml', '.geometry/state.json');`,
  ],
  [
    'the transcript and the state are pipes',
    `execFileSync('mkfifo', ['t.jsonl', '.geometry/state.json', '.geometry/.lock']);`,
  ],
  [
    'the settings of git run a program',
    `execFileSync('git', ['init', '-q', '.']);
     execFileSync('git', ['config', 'core.fsmonitor', 'sh -c "id -u > ' + process.cwd() + '/ran.txt; chmod 666 ' + process.cwd() + '/ran.txt"']);
     payload.hook_event_name = 'Stop'; headers['x-tripwire-unattended'] = '1';`,
  ],
  [
    'the state folder is named as the data folder',
    `headers['x-tripwire-dir'] = data; payload.cwd = data;`,
  ],
];

let base = '';
let server: ChildProcess;
let said = '';
let urls = { url: '', adminUrl: '' };

function path(...names: readonly string[]): string {
  return join(base, ...names);
}

function owned(folder: string, uid: number, mode: number): void {
  mkdirSync(folder, { recursive: true });
  chownSync(folder, uid, uid);
  chmodSync(folder, mode);
}

async function asAgent(mode: string, prepare: string): Promise<string> {
  const project = path('agent', 'project');
  rmSync(project, { recursive: true, force: true });
  owned(project, AGENT, 0o777);
  const words = ['--input-type=module', '-e', AGENT_PROGRAM, '--', urls.url, mode, path('server')];
  const child = spawn(process.execPath, [...words, String(server.pid), prepare], {
    cwd: project,
    uid: AGENT,
    gid: AGENT,
    env: { HOME: path('agent'), PATH: process.env['PATH'] ?? '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await once(child, 'close');
  return output;
}

describe.skipIf(!isRoot)(`an agent of another user${why}`, () => {
  beforeAll(async () => {
    base = mkdtempSync('/tmp/tripwire-two-users-');
    chmodSync(base, 0o755);
    owned(path('server'), SERVER, 0o755);
    owned(path('agent'), AGENT, 0o755);
    server = spawn(launcher, ['up', '--json', '--port', '0', '--admin-port', '0'], {
      cwd: path('server'),
      uid: SERVER,
      gid: SERVER,
      env: { HOME: path('server'), PATH: process.env['PATH'] ?? '', CI: 'true' },
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const endMs = performance.now() + WAIT_MS_MAX;
    while (!/"admin_url".*\n/.test(said)) {
      if (performance.now() > endMs || server.exitCode !== null) {
        throw new Error(`the server did not start (is ${checkout} readable to others?): ${said}`);
      }
      await sleep(50);
    }
    const line = said.split('\n').find((one) => one.includes('"admin_url"')) ?? '';
    const { url, admin_url: adminUrl } = JSON.parse(line) as { url: string; admin_url: string };
    urls = { url, adminUrl };
    const secret = path('server', '.tripwire', 'private.yaml');
    writeFileSync(secret, PRIVATE, { mode: 0o600 });
    chownSync(secret, SERVER, SERVER);
  });

  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const closed = once(server, 'exit');
      server.kill('SIGKILL');
      await closed;
    }
    rmSync(base, { recursive: true, force: true });
  });

  test('the agent itself cannot read the token', async () => {
    const output = await asAgent('777', `fs.readFileSync(data + '/admin-token');`);
    expect(output).toContain('EACCES');
  });

  test('tripwire doctor, run by the agent, finds nothing of the server that it could read or change', () => {
    const words = ['doctor', '--json', '--data', path('server', '.tripwire')];
    const { stdout, stderr } = spawnSync(launcher, words, {
      uid: AGENT,
      gid: AGENT,
      env: { HOME: path('agent'), PATH: process.env['PATH'] ?? '' },
      cwd: path('agent'),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const { attack_surface: surface } = JSON.parse(stdout) as {
      readonly attack_surface: {
        readonly users: { readonly this_user: string; readonly data_owner: string };
        readonly agent_of_this_user: readonly { readonly code: string }[];
      };
    };
    expect(surface.users.this_user).toContain(String(AGENT));
    expect(surface.users.data_owner).toContain(String(SERVER));
    const codes = surface.agent_of_this_user.map(({ code }) => code);
    for (const code of [
      'TOKEN_READABLE',
      'JOURNAL_CHANGEABLE',
      'SETTINGS_CHANGEABLE',
      'SERVER_ENDABLE',
    ]) {
      expect(codes).not.toContain(code);
    }
  });

  describe.each(['777', '755'])('with a state folder of mode %s', (mode) => {
    test.each(TRICKS)('%s', async (_name, prepare) => {
      const token = path('server', '.tripwire', 'admin-token');
      const before = readFileSync(token, 'utf8');
      const output = await asAgent(mode, prepare);
      expect(output).toContain('{');
      expect(output).not.toContain(before.trim());
      expect(output).not.toContain('do-not-tell');
      expect(readFileSync(token, 'utf8')).toBe(before);
      const ran = path('agent', 'project', 'ran.txt');
      const by = existsSync(ran) ? readFileSync(ran, 'utf8').trim() : '';
      expect(by).not.toBe(String(SERVER));
      const started = performance.now();
      const stopped = await fetch(`${urls.adminUrl}/api/stop-all`, {
        method: 'POST',
        headers: { authorization: `Bearer ${before.trim()}`, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.timeout(10_000),
      });
      expect(stopped.status).toBe(200);
      console.log(`stop-all answered in ${Math.round(performance.now() - started)} ms`);
      const resumed = await fetch(`${urls.adminUrl}/api/resume-all`, {
        method: 'POST',
        headers: { authorization: `Bearer ${before.trim()}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(resumed.status).toBe(200);
    });
  });
});
