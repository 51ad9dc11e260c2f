/**
 * What lifts, accepts or makes Tripwire see less needs a person: without a terminal every such command refuses, also with a made-up
 * token, and changes nothing. The two lists together are all commands, so that a new one has to say what it is.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { namedToken } from '../kit/named-token.ts';
import { runOnTerminal } from '../kit/on-terminal.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Acts of a person that a running server does, or that end it. */
const WITH_SERVER = [
  ['resume', 'coder', '--yes'],
  ['resume-all', '--yes'],
  ['arm', '--shadow', '--yes'],
  ['keys', 'off'],
  ['panic-link', 'revoke', 'ID'],
  ['mark', 'coder', 'healthy'],
  ['login'],
];
/** Acts on files of this machine, while no server runs. */
const WITHOUT_SERVER = [
  ['arm', '--shadow', '--yes'],
  ['doctor', '--accept-journal'],
  ['doctor', '--accept-clock', '--json'],
  ['release', '--yes'],
];
/** `grant` looks first whether anything waits: test/cli/approvals.test.ts. */
const TESTED_ELSEWHERE = ['grant'];

/** Commands that need no person, each with its reason where that is not plain. */
const FREE: Readonly<Record<string, string>> = {
  up: 'starts a server, which holds what was held',
  run: 'a started command is held like any other',
  report: 'reads',
  drill: 'stops and resumes agents of its own',
  migrate: 'only reads the source; the target must be empty or a part of it',
  decide: 'reads',
  replay: 'reads',
  backtest: 'reads',
  tune: 'reads',
  detect: 'reads',
  scan: 'reads',
  audit: 'reads, and writes new files',
  mcp: 'a client starts it, with a gate in front',
  hook: 'a client starts it',
  'status-line': 'a client starts it',
  agents: 'reads',
  top: 'reads',
  status: 'reads',
  events: 'reads',
  explain: 'reads',
  approvals: 'reads',
  refuse: 'tightens; a yes may follow',
  stop: 'tightens',
  off: 'people and scripts uninstall with it; what was stopped stays stopped, and hooks deny it to agents',
  init: 'the same',
  service: 'the same',
  identity: 'images pin when they are built; hooks deny it to agents',
  'stop-all': 'tightens',
};

test('every command is in one of the lists', async () => {
  const { stdout } = await runTripwire(['--help']);
  const all = [...stdout.matchAll(/^ {2}tripwire ([\w-]+) /gm)].map(([, name]) => name);
  expect(all.length).toBeGreaterThan(30);
  const persons = [...WITH_SERVER, ...WITHOUT_SERVER].map(([name]) => name);
  const listed = new Set([...persons, ...TESTED_ELSEWHERE, ...Object.keys(FREE)]);
  expect(new Set(all)).toEqual(listed);
});

/** A home with an armed kill switch and a paused project. */
async function place() {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure('kill_switch: { enabled: true }\n');
  const pause = join(home.home, '.geometry/PAUSE');
  mkdirSync(dirname(pause), { recursive: true });
  writeFileSync(pause, 'look');
  const env = { HOME: home.home, TRIPWIRE_DIR: '' };
  const files = [pause, join(home.data, 'tripwire.yaml')];
  const text = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  const state = () => files.map(text);
  return { home, env, state };
}

describe.skipIf(process.platform !== 'linux')('without a terminal', () => {
  test.each(['', 'twc_made_up'])('no server runs, token %j: all refuse', async (token) => {
    const { env, state } = await place();
    const before = state();
    for (const words of WITHOUT_SERVER) {
      const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: token };
      const { code, stderr } = await runTripwire(words, '', shown);
      expect({ words, failed: code !== 0 }, stderr).toEqual({ words, failed: true });
      const needs = token === '' ? /needs a person/ : /needs a person|No Tripwire is running/;
      expect(stderr, words.join(' ')).toMatch(needs);
      expect(state(), words.join(' ')).toEqual(before);
    }
  });

  test('a server runs: all refuse, and a program with a token of its own may', async () => {
    const { home, env, state } = await place();
    const server = await startTripwire(home);
    onTestFinished(async () => void (await server.end()));
    await askAs(server.url, 'coder');
    await server.api('/api/stop-all', { why: 'fire' });
    const made = await server.api<{ readonly id: string }>('/api/agents/coder/keys', {});
    const link = await server.api<{ readonly id: string }>('/api/panic-links', {});
    const ids = { keys: made.id, 'panic-link': link.id };
    const typed = (words: readonly string[]) =>
      words.map((word) => (word === 'ID' ? ids[words[0] as keyof typeof ids] : word));
    // The agent's figures move with the clock; what an act could change of it does not.
    const seen = async () => {
      const agent = await server.api<{ holds: unknown; kill_switch: unknown }>('/api/agents/coder');
      const keys = await server.api('/api/keys');
      const links = await server.api('/api/panic-links');
      return [...state(), keys, links, agent.holds, agent.kill_switch];
    };
    const before = await seen();
    const onFiles = WITHOUT_SERVER.filter(([name]) => name !== 'doctor');
    for (const words of [...WITH_SERVER, ...onFiles]) {
      for (const token of ['', 'twc_made_up']) {
        const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: token };
        const { code, stderr } = await runTripwire(typed(words), '', shown);
        expect({ words, token, failed: code !== 0 }, stderr).toEqual({
          words,
          token,
          failed: true,
        });
        expect(await seen(), words.join(' ')).toEqual(before);
      }
    }
    const owner = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
    const viewer = await namedToken(server.adminUrl, owner, 'board', 'viewer');
    for (const words of onFiles) {
      const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: viewer };
      const { code, stderr } = await runTripwire(words, '', shown);
      expect({ words, failed: code !== 0 }, stderr).toEqual({ words, failed: true });
      expect(await seen(), words.join(' ')).toEqual(before);
    }
    const token = await namedToken(server.adminUrl, owner, 'ci', 'admin');
    const shown = { ...env, TRIPWIRE_ADMIN_TOKEN: token };
    const mays = [
      ['release', '--yes'],
      ['keys', 'revoke', made.id],
      ['keys', 'off'],
      ['resume-all', '--yes'],
    ];
    for (const words of mays) {
      const { code, stderr } = await runTripwire(words, '', shown);
      expect({ words, code }, stderr).toEqual({ words, code: 0 });
    }
  });
});

test.skipIf(process.platform !== 'linux')('at a terminal a person is asked', async () => {
  const { env, state } = await place();
  const before = state();
  const asked = WITHOUT_SERVER.map((words) => words.filter((word) => word !== '--yes'));
  for (const words of asked) {
    const { code, stdout } = await runOnTerminal(words, 'n\n', env);
    expect({ words, failed: code !== 0 }, stdout).toEqual({ words, failed: true });
    expect(stdout).toContain('not confirmed');
    expect(state(), words.join(' ')).toEqual(before);
  }
  expect((await runOnTerminal(['release'], 'y\n', env)).code).toBe(0);
  expect(state()).not.toEqual(before);
});
