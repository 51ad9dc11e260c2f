/**
 * While no server runs, a program of another user takes its port and answers as one would: commands don't send it the token
 * that releases agents. Needs root for a second user.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runTripwire } from '../kit/run-tripwire.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

vi.setConfig({ testTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;
const STRANGER = 12_002;

/** Answers everything as a Tripwire in good health, and prints what it was sent. */
const TAKER = `
  const server = require('node:http').createServer((request, response) => {
    console.log(JSON.stringify(request.headers));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"ok":true}');
  });
  server.listen(Number(process.argv[1]), process.argv[2], () => console.log('port ' + server.address().port));
`;

async function taken(uid: number, port = 0, host = '127.0.0.1') {
  const child: ChildProcess = spawn(process.execPath, ['-e', TAKER, String(port), host], {
    cwd: '/',
    uid,
    gid: uid,
    env: { PATH: process.env['PATH'] ?? '' },
  });
  onTestFinished(async () => {
    const closed = once(child, 'exit');
    child.kill('SIGKILL');
    await closed;
  });
  let seen = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
  });
  await vi.waitFor(() => expect(seen).toContain('port '), 20_000);
  const [, at = ''] = /port (\d+)/.exec(seen) ?? [];
  return { port: Number(at), seen: () => seen };
}

/** A home whose settings and note lead to this port, with a token. */
function homeAt(port: number) {
  const home = temporaryFolder('home');
  const data = join(home, '.tripwire');
  mkdirSync(data, { mode: 0o700 });
  chmodSync(home, 0o755);
  const token = 'the-token-that-releases';
  writeFileSync(join(data, 'admin-token'), `${token}\n`, { mode: 0o600 });
  writeFileSync(join(data, 'tripwire.yaml'), `admin_port: ${port}\n`);
  const adminUrl = `http://127.0.0.1:${port}`;
  const note = () =>
    writeFileSync(
      join(data, 'server.json'),
      JSON.stringify({ pid: 1, url: adminUrl, adminUrl, startedAt: 1 }),
    );
  const env = { HOME: home, TRIPWIRE_DATA: '', TRIPWIRE_ADMIN_URL: '', TRIPWIRE_ADMIN_TOKEN: '' };
  return { env, token, note };
}

const COMMANDS = [
  ['status'],
  ['stop-all'],
  ['events', '--follow'],
  ['doctor'],
  ['drill'],
  ['approvals'],
];

describe.skipIf(!isRoot || process.platform !== 'linux')('a port that another user took', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::'])('on %s gets no token', async (host) => {
    const { port, seen } = await taken(STRANGER, 0, host);
    const { env, token, note } = homeAt(port);
    for (const words of host === '127.0.0.1' ? COMMANDS : [['status']]) {
      const { code, stdout, stderr } = await runTripwire(words, '', env);
      expect({ words, failed: code !== 0 }).toEqual({ words, failed: true });
      if (words[0] === 'status') expect(stderr).toContain(`another user (number ${STRANGER})`);
      expect(`${seen()}${stdout}${stderr}`).not.toContain(token);
      note();
    }
  });

  test('the person’s own, and the owner’s of the data folder, get it', async () => {
    const { port, seen } = await taken(0);
    const { env, token } = homeAt(port);
    await runTripwire(['status'], '', env);
    expect(seen()).toContain(token);
    const place = await newHome();
    onTestFinished(() => place.provider.close());
    const server = await startTripwire(place);
    onTestFinished(async () => void (await server.end()));
    const shown = await runTripwire(['status'], '', { HOME: place.home });
    expect(shown).toMatchObject({ code: 0 });
    expect(readFileSync(join(place.data, 'admin-token'), 'utf8')).not.toBe('');
  });
});
