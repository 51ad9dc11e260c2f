/**
 * Hooks whose program is gone, as after a checkout that somebody deleted: a prompt passes with a message that says what
 * is wrong, unless a hold is known; tools are refused either way.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { hookLines, pluginText } from '../../src/cli/init/clients.ts';
import { CLIENTS, HOOK_CLIENT_IDS, type ClientId } from '../../src/clients/table.ts';
import { initClient } from '../kit/init-client.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { AGENT, hookServerPlace } from './hook-server.ts';
import { HookedProject } from './hooked-project.ts';

const GONE = "/nowhere/it's gone/bin/tripwire";

/** A home and a project in it, where nothing holds anybody. */
class Place {
  readonly home = temporaryFolder('gone');
  readonly project = join(this.home, 'code/project');

  constructor() {
    mkdirSync(this.project, { recursive: true });
  }

  put(file: string, text = ''): void {
    const path = join(this.home, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  }

  /** Runs the line that stands in the settings, as the client does. */
  run(line: string, env: Readonly<Record<string, string>> = {}, session = 's1') {
    const input = JSON.stringify({ session_id: session, cwd: this.project, prompt: 'hello' });
    const own = { PATH: process.env['PATH'] ?? '', HOME: this.home, ...env };
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
      cwd: this.project,
      env: own,
      input,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }
}

/** The events of a client that refuse when a hook fails, prompts apart. */
function linesOf(client: ClientId, program = GONE) {
  const answers = Object.entries(CLIENTS.find(({ id }) => id === client)?.hooks?.answers ?? {});
  const lines = hookLines(client, program, null);
  const [prompt = ''] = answers.find(([, { isPrompt }]) => isPrompt === true) ?? [];
  const [tool = ''] =
    answers.find(([name, { onFailure }]) => onFailure === 'refuse' && name !== prompt) ?? [];
  return { prompt: lines[prompt] ?? '', tool: lines[tool] ?? '' };
}

const claude = linesOf('claude-code').prompt;

describe.each(HOOK_CLIENT_IDS)('%s', (client) => {
  const { prompt, tool } = linesOf(client);

  test('a prompt passes and says what is wrong; a tool call is refused', () => {
    const place = new Place();
    const { status, stdout } = place.run(prompt);
    expect(status).toBe(0);
    const said = JSON.stringify(JSON.parse(stdout));
    expect(said).toContain('this session is not guarded and every tool call is refused');
    expect(said).toContain('install it again and run: tripwire init');
    expect(place.run(tool)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Tripwire could not be started') as string,
    });
  });

  test('a PAUSE of the project refuses the prompt and is named', () => {
    const place = new Place();
    place.put('code/project/.geometry/PAUSE');
    const { status, stdout, stderr } = place.run(prompt);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('/code/project/.geometry/PAUSE is there');
  });
});

describe('holds that files show', () => {
  test.each([
    'code/project/.geometry/STOP',
    'code/project/.geometry/CHECKPOINT.md',
    'code/project/.geometry/BLOCKER_REPORT.md',
    'code/.geometry/STOP',
    '.tripwire/STOP',
  ])('%s', (file) => {
    const place = new Place();
    place.put(file);
    expect(place.run(claude).status).toBe(2);
    rmSync(join(place.home, file));
    expect(place.run(claude).status).toBe(0);
  });

  test.each([
    ['everybody', '*\n', 2],
    ['this agent', 'ci-bot\nclaude\n', 2],
    ['this session', 'claude s1\n', 2],
    ['another session', 'claude s2\n', 0],
    ['another agent', 'ci-bot\nclaude-2\n', 0],
  ])('a list of who is held that names %s', (_, text, status) => {
    for (const folder of ['.tripwire', 'code/project/.geometry']) {
      const place = new Place();
      place.put(`${folder}/held`, text);
      expect(place.run(claude).status, folder).toBe(status);
    }
  });

  test('folders that variables name are looked at, by the name that the agent was given', () => {
    const place = new Place();
    place.put('elsewhere/data/held', 'nightly\n');
    place.put('elsewhere/state/PAUSE');
    const [data, state] = ['data', 'state'].map((name) => join(place.home, 'elsewhere', name));
    expect(place.run(claude, { TRIPWIRE_DATA: data ?? '' }).status).toBe(0);
    const named = { TRIPWIRE_DATA: data ?? '', TRIPWIRE_AGENT: 'nightly' };
    expect(place.run(claude, named).status).toBe(2);
    expect(place.run(claude, { TRIPWIRE_DIR: state ?? '' }).status).toBe(2);
  });
});

describe('what only the program knows refuses', () => {
  test('a server that is named, a supervisor', () => {
    const place = new Place();
    for (const env of [{ TRIPWIRE_URL: 'http://127.0.0.1:1' }, { TRIPWIRE_UNATTENDED: '1' }]) {
      expect(place.run(claude, env).status).toBe(2);
    }
  });

  test('a program that is there and fails; the one without its Node is as good as gone', () => {
    const place = new Place();
    place.put('tripwire/bin/tripwire', '#!/bin/sh\nexit 1\n');
    place.put('tripwire/node_modules/node/bin/node');
    const [program, node] = ['bin/tripwire', 'node_modules/node/bin/node'].map((file) =>
      join(place.home, 'tripwire', file),
    ) as [string, string];
    for (const file of [program, node]) spawnSync('chmod', ['755', file]);
    const { prompt } = linesOf('claude-code', program);
    expect(place.run(prompt)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('it failed') as string,
    });
    rmSync(node);
    expect(place.run(prompt).status).toBe(0);
  });

  test('hooks of root refuse prompts too', () => {
    const line = hookLines('claude-code', GONE, '/etc/tripwire/hooks.json')['UserPromptSubmit'];
    expect(new Place().run(line ?? '').status).toBe(2);
  });
});

describe('the list of who is held', () => {
  test('a stop in a project without a server is there until it is released', async () => {
    const project = new HookedProject();
    const held = join(project.state, 'held');
    const act = { agent: 'claude', by: 'bob', why: 'enough' };
    expect(await project.prompt()).toMatchObject({ isDenied: false });
    expect(existsSync(held)).toBe(false);
    await project.withGate((gate) => gate.operate({ ...act, session: 's1', action: 'deactivate' }));
    expect(readFileSync(held, 'utf8')).toBe('claude s1\n');
    const place = new Place();
    const at = (session: string) => place.run(claude, { TRIPWIRE_DIR: project.state }, session);
    expect([at('s1').status, at('s2').status]).toEqual([2, 0]);
    await project.withGate((gate) => gate.operate({ ...act, session: 's1', action: 'activate' }));
    expect(existsSync(held)).toBe(false);
    expect(at('s1').status).toBe(0);
  });

  test('a server lists what it stopped, and a stop of everybody', async () => {
    const { server, data } = await hookServerPlace();
    const listed = () => {
      const file = join(data, 'held');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };
    const shows = (text: string) => vi.waitFor(() => expect(listed()).toBe(text), 20_000);
    const act = { agent: AGENT, by: 'bob', why: 'enough' };
    await server.gate.operate({ ...act, action: 'deactivate' });
    await shows(`${AGENT}\n`);
    await server.gate.stopAll('bob', 'all of them');
    await shows(`*\n${AGENT}\n`);
    await server.gate.resumeAll('bob', 'seen');
    await server.gate.operate({ ...act, action: 'activate' });
    await shows('');
  }, 60_000);
});

test('the plugin of OpenCode asks with the line of a prompt for prompts only', async () => {
  const { client, settings } = await initClient('opencode');
  if (settings.kind !== 'plugin') throw new Error('OpenCode has a plugin');
  const text = pluginText(client.id, settings, GONE);
  const [, own = '', forPrompts = ''] =
    /const COMMAND = (.*);\nconst PROMPT_COMMAND = (.*);\n/.exec(text) ?? [];
  const place = new Place();
  expect(place.run(JSON.parse(own) as string).status).not.toBe(0);
  const { status, stdout } = place.run(JSON.parse(forPrompts) as string);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ action: 'pass' });
});
