/** An agent that is being stopped may save its work at the hooks of every client, and do nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { ClientId } from '../../src/clients/table.ts';
import { AGENT, BEGINNINGS, hookServerPlace, isRefusal, payloadIn } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 120_000 });

const CLIENTS = Object.keys(BEGINNINGS) as ClientId[];
const AFTER: Readonly<Record<ClientId, string>> = {
  'claude-code': 'PostToolUse',
  codex: 'PostToolUse',
  'gemini-cli': 'AfterTool',
  opencode: 'tool.execute.after',
};

/** A server, a session of a client in a project, and a person with the admin API. */
async function winding(client: ClientId, yaml = '') {
  const at = await hookServerPlace(yaml);
  const folder = at.project();
  const token = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
  let calls = 0;
  const hook = async (eventName: string, command: string) => {
    calls += 1;
    const recorded = payloadIn(folder, recordedPayload(client, eventName));
    const id = `call-${calls}`;
    const payload =
      client === 'opencode'
        ? { ...recorded, args: { command, description: 'x' }, callID: id }
        : { ...recorded, tool_input: { command }, tool_use_id: id };
    const { status, json } = await at.post(client, payload);
    expect(status).toBe(200);
    return JSON.stringify(json);
  };
  return {
    before: (command: string) => hook(BEGINNINGS[client][0], command),
    after: (command: string) => hook(AFTER[client], command),
    person: (act: string, body: object = {}) =>
      fetch(`${at.server.adminUrl}/api/agents/${AGENT}/${act}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ by: 'bob', why: 'enough for today', ...body }),
      }),
    journal: () => at.server.gate.agent(AGENT),
  };
}

const COMMIT = "git add -A && git commit -m 'Save what is there'";

describe.each(CLIENTS)('%s', (client) => {
  verifies('X12', 'saves within the grace, is refused anything else, and is told so', async () => {
    const { before, after, person, journal } = await winding(client);
    expect(isRefusal(await before('npm test'))).toBe(false);
    const acted = await person('deactivate', { wind_down: { calls: 4, seconds: 600 } });
    expect(acted.status, await acted.text()).toBe(200);
    // What ended meanwhile is not lost, and the agent hears what it may still do.
    const told = await after('npm test');
    expect(isRefusal(told)).toBe(false);
    if (client !== 'opencode') expect(told).toContain('only saving is allowed');
    const refused = await before('make release');
    expect(isRefusal(refused)).toBe(true);
    expect(refused).toContain('only saving is allowed: git add, git commit');
    expect(refused).not.toContain('tripwire resume');
    // Its session is not ended: it could save nothing then.
    expect(refused).not.toContain('"continue":false');
    expect(isRefusal(await before(COMMIT))).toBe(false);
    expect(isRefusal(await before(`${COMMIT} && git push`))).toBe(true);
    // The shell evaluates the name that `printf -v` sets: this runs a command, and the next one another git.
    expect(isRefusal(await before("printf -v 'a[$(make release)]' x > NOTES.md"))).toBe(true);
    expect(isRefusal(await before(`printf -v PATH /tmp/own > NOTES.md; ${COMMIT}`))).toBe(true);
    const { active, holds } = await journal();
    expect({ active, left: holds[0]?.grace?.left }).toEqual({ active: 0, left: 3 });
  });

  verifies('X12', 'after so many calls the stop binds, also for saving', async () => {
    const { before, person } = await winding(client);
    await before('npm test');
    await person('deactivate', { wind_down: { calls: 2, seconds: 600 } });
    expect(isRefusal(await before(COMMIT))).toBe(false);
    expect(isRefusal(await before("echo 'half done' >> NOTES.md"))).toBe(false);
    const refused = await before(COMMIT);
    expect(isRefusal(refused)).toBe(true);
    expect(refused).toContain('enough for today');
    await person('activate');
    expect(isRefusal(await before('npm test'))).toBe(false);
  });

  verifies('X12', 'after so many seconds the stop binds, without anybody asking', async () => {
    const { before, person, journal } = await winding(client);
    await before('npm test');
    await person('deactivate', { wind_down: { calls: 100, seconds: 1 } });
    await vi.waitFor(async () => expect((await journal()).holds[0]?.grace).toBeUndefined(), {
      timeout: 30_000,
      interval: 100,
    });
    const refused = await before(COMMIT);
    expect(isRefusal(refused)).toBe(true);
    expect(refused).not.toContain('only saving');
  });

  verifies('X12', 'a stop without it refuses saving too', async () => {
    const { before, person } = await winding(client, 'on_stop: wind_down\n');
    await before('npm test');
    await person('deactivate');
    expect(isRefusal(await before(COMMIT))).toBe(true);
  });

  verifies('X12', 'on_stop: wind_down lets a loop that the kill switch stops save', async () => {
    const yaml =
      'kill_switch: { enabled: true }\non_stop: wind_down\nwind_down: { calls: 3, seconds: 600 }\n';
    const { before, after, journal } = await winding(client, yaml);
    for (let turn = 0; turn < 12; turn += 1) {
      if (isRefusal(await before('cat missing'))) break;
      await after('cat missing');
    }
    const view = await journal();
    const held = [...view.holds, ...view.sessions.flatMap(({ holds }) => holds)];
    expect(held.map(({ hold }) => hold)).toContain('kill_switch');
    expect(isRefusal(await before('cat missing'))).toBe(true);
    const saved = await before(COMMIT);
    expect(isRefusal(saved), saved).toBe(false);
  });
});
