/** Processes that the command under `tripwire run` started, also those that left it and its session, at a stop. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A client that starts a child in a session of its own, whose parent ends at once; it runs until there is a file. */
const client = (pidFile: string, doneFile: string, env: string) => `
  const { spawn } = require('node:child_process');
  const { existsSync, writeFileSync } = require('node:fs');
  const stay = "const f = require('node:fs'); f.writeFileSync(" + ${JSON.stringify(JSON.stringify(pidFile))} +
    ", String(process.pid)); setInterval(() => {}, 1000)";
  const between = "require('node:child_process').spawn(process.execPath, ['-e', " + JSON.stringify(stay) +
    "], { detached: true, stdio: 'ignore'${env} }).unref()";
  spawn(process.execPath, ['-e', between], { detached: true, stdio: 'ignore' }).unref();
  setInterval(() => existsSync(${JSON.stringify(doneFile)}) && process.exit(0), 50);
`;

async function running(
  more: readonly string[],
  env: Readonly<Record<string, string>> = {},
  childEnv = '',
) {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  const server = await startTripwire(home);
  onTestFinished(async () => void (await server.end()));
  const folder = temporaryFolder('grandchildren');
  const [pidFile, doneFile] = [join(folder, 'pid'), join(folder, 'done')];
  const words = ['run', '--agent', 'sam', ...more, '--'];
  const run = runTripwire(
    [...words, process.execPath, '-e', client(pidFile, doneFile, childEnv)],
    '',
    {
      ...home.env,
      ...env,
    },
  );
  await vi.waitFor(() => expect(readFileSync(pidFile, 'utf8')).not.toBe(''), {
    timeout: 60_000,
    interval: 100,
  });
  const pid = Number(readFileSync(pidFile, 'utf8'));
  onTestFinished(() => {
    if (isThere(pid)) process.kill(pid, 'SIGKILL');
  });
  return { home, server, run, pid, end: () => writeFileSync(doneFile, '') };
}

/** Ended ones that nobody collected are not there any more. */
function isThere(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return false;
  return !/\) [ZX] /.test(readFileSync(file, 'utf8'));
}

// Only Linux shows what processes carry in their environment.
describe.skipIf(process.platform !== 'linux')('what left its session', () => {
  verifies(
    'X18',
    'with --end-on-stop a stop ends the client and what left its session, and only then says so',
    async () => {
      const { home, run, pid } = await running(['--end-on-stop']);
      expect(isThere(pid)).toBe(true);
      const stopped = await runTripwire(['stop', 'sam', '--wait', '60'], '', home.env);
      expect(stopped, stopped.stdout).toMatchObject({ code: 0 });
      expect(stopped.stdout).toContain('its process is gone');
      expect(isThere(pid)).toBe(false);
      const ended = await run;
      expect(ended.stderr).toContain('the command and all it started are ended');
    },
  );

  verifies(
    'X18',
    'also what cleaned its environment, and another run beside it is left alone',
    async () => {
      const { run, pid, home } = await running(['--end-on-stop'], {}, ', env: {}');
      const other = await running(['--end-on-stop'], {}, ', env: {}');
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
      const stopped = await runTripwire(['stop', 'sam', '--wait', '60'], '', home.env);
      expect(stopped, stopped.stdout).toMatchObject({ code: 0 });
      expect(isThere(pid)).toBe(false);
      await run;
      expect(isThere(other.pid)).toBe(true);
      await runTripwire(['stop', 'sam'], '', other.home.env);
      await other.run;
    },
  );

  verifies(
    'X18',
    'also of its session, where the clock is hours ahead of the server’s',
    async () => {
      const ahead = join(temporaryFolder('ahead'), 'ahead.mjs');
      writeFileSync(ahead, 'const now = Date.now; Date.now = () => now() + 8 * 3_600_000;\n');
      const env = { NODE_OPTIONS: `--import=${ahead}` };
      const { server, run, pid } = await running(['--end-on-stop'], env);
      await server.api('/api/agents/sam/deactivate', { session: 'tonight' });
      expect((await run).stderr).toContain('the command and all it started are ended');
      expect(isThere(pid)).toBe(false);
    },
  );

  verifies(
    'X18',
    'a client that ends and leaves a process behind has not ended, and a healthy run keeps it',
    async () => {
      const { home, run, pid, end } = await running([]);
      await runTripwire(['stop', 'sam'], '', home.env);
      end();
      const ended = await run;
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      expect(ended.stderr).toContain('1 of the processes that it started still run');
      expect(isThere(pid)).toBe(true);
      const stopped = await runTripwire(['stop', 'sam', '--wait', '1'], '', home.env);
      expect(stopped, stopped.stdout).toMatchObject({ code: 1 });
      expect(stopped.stdout).toContain('its process is still running');
    },
  );

  verifies('X18', 'a turn that is stopped ends no process', async () => {
    const { home, run, pid, end } = await running(['--end-on-stop']);
    const stopped = await runTripwire(['stop', 'sam', '--turn'], '', home.env);
    expect(stopped, stopped.stderr).toMatchObject({ code: 0 });
    end();
    expect(await run).toMatchObject({ code: 0 });
    expect(isThere(pid)).toBe(true);
  });
});
