/** What each client is given, against what was measured of its hooks. */
import { describe, expect, test } from 'vitest';
import { commandsOf } from '../../../test/kit/init-client.ts';
import { hookStart, initClients, shellQuoted, wantedHooks } from './clients.ts';

const PROGRAM = "/opt/it's here/bin/tripwire";
const COMMAND = `${hookStart(PROGRAM, null)} hook`;
const refusing = (client: string) =>
  `${COMMAND} ${client} || sh -c 'echo Tripwire could not be started, so this is refused. If it was moved or deleted, install it again and run: tripwire init. To work without it, take its lines out of the hooks of this client. >&2; exit 2'`;

describe('the hooks of each client', () => {
  test('Claude Code: seconds, a matcher for tools, and no way past a hook that fails', async () => {
    const { groups, switches } = wantedHooks(
      'claude-code',
      await commandsOf('claude-code'),
      PROGRAM,
      null,
    );
    expect(groups['PreToolUse']).toStrictEqual({
      matcher: '*',
      hooks: [
        {
          type: 'command',
          command: refusing('claude-code'),
          timeout: 10,
          onFailure: 'block',
        },
      ],
    });
    expect(groups['Stop']).toStrictEqual({
      hooks: [{ type: 'command', command: `${COMMAND} claude-code || exit 1`, timeout: 10 }],
    });
    expect(switches).toStrictEqual([]);
    expect(
      wantedHooks(
        'claude-code',
        await commandsOf('claude-code'),
        PROGRAM,
        '/etc/tripwire/hooks.json',
      ).switches,
    ).toStrictEqual([{ path: ['allowManagedHooksOnly'], value: true }]);
  });

  test('Codex: no onFailure, which it does not have', async () => {
    const { groups } = wantedHooks('codex', await commandsOf('codex'), PROGRAM, null);
    expect(groups['PreToolUse']).toStrictEqual({
      hooks: [{ type: 'command', command: refusing('codex'), timeout: 10 }],
    });
  });

  test('Gemini CLI: milliseconds, and the hooks switched on', async () => {
    const { groups, switches } = wantedHooks(
      'gemini-cli',
      await commandsOf('gemini-cli'),
      PROGRAM,
      null,
    );
    expect(groups['BeforeTool']).toMatchObject({ hooks: [{ name: 'tripwire', timeout: 10_000 }] });
    expect(switches).toStrictEqual([{ path: ['hooksConfig', 'enabled'], value: true }]);
  });

  test.each(['claude-code', 'codex', 'gemini-cli'] as const)(
    '%s: what refuses on failure is exactly what begins something',
    async (client) => {
      const settings = await commandsOf(client);
      const { groups, isOurs } = wantedHooks(client, settings, PROGRAM, null);
      const refused = Object.entries(groups).flatMap(([event, { hooks }]) => {
        const command = String(hooks[0]?.['command']);
        expect(isOurs(command)).toBe(true);
        return command.includes('exit 2') ? [event] : [];
      });
      expect(refused).toContain(settings.toolEvent);
      const blocking = Object.entries(groups).filter(([, { hooks }]) => hooks[0]?.['onFailure']);
      if (client === 'claude-code') expect(blocking.map(([event]) => event)).toStrictEqual(refused);
      expect(isOurs('echo hello')).toBe(false);
    },
  );

  test('names are told apart, and quoting holds', async () => {
    expect((await initClients()).map(({ client }) => client.id)).toStrictEqual([
      'claude-code',
      'codex',
      'gemini-cli',
      'opencode',
    ]);
    expect(shellQuoted('/a b')).toBe("'/a b'");
    expect(hookStart(PROGRAM, null).endsWith(String.raw`'/opt/it'\''s here/bin/tripwire'`)).toBe(
      true,
    );
  });
});
