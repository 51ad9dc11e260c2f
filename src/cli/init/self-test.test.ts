/** The self-test passes for a hook that denies when it must, and for no other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initClient } from '../../../test/kit/init-client.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { initClients, pluginText, wantedHooks, type InitClient } from './clients.ts';
import { withHooks } from './json-hooks.ts';
import { selfTest } from './self-test.ts';

/** A program in the place of Tripwire that runs these lines of shell. */
function programOf(...lines: readonly string[]): string {
  const file = join(temporaryFolder("it's"), 'tripwire');
  writeFileSync(file, ['#!/bin/sh', 'cat >/dev/null', ...lines, ''].join('\n'), { mode: 0o755 });
  return file;
}

function settingsFor({ client, settings }: InitClient, program: string): string {
  return settings.kind === 'plugin'
    ? pluginText(client.id, settings, program)
    : withHooks(null, wantedHooks(client.id, settings, program, null));
}

const denials: Readonly<Record<InitClient['client']['id'], string>> = {
  'claude-code':
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}',
  codex:
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"x"}}',
  'gemini-cli': '{"decision":"deny","reason":"x"}',
  opencode: '{"action":"deny","reason":"x","endsSession":false}',
};
/** What a client is told when there is nothing to say. */
const passes = `echo '{"action":"pass"}'`;
const paused = '[ -e "$TRIPWIRE_DIR/PAUSE" ]';

const clients = await initClients();

describe.each(clients.map((one) => [one.client.id, one] as const))('%s', (name, client) => {
  const tried = (...lines: readonly string[]) => {
    const program = programOf(...lines);
    return selfTest(client, settingsFor(client, program), { program, http: null });
  };
  const denies = `echo '${denials[name]}'`;

  test('a hook that denies while PAUSE stands, and only then, passes', async () => {
    const outcome = await tried(`if ${paused}; then ${denies}; else ${passes}; fi`);
    expect(outcome).toMatchObject({ ok: true });
  });

  test('one that never denies fails', async () => {
    const outcome = await tried(passes);
    expect(outcome.ok).toBe(false);
    expect(outcome.detail).toContain('was not denied');
  });

  test('one that always denies fails', async () => {
    const outcome = await tried(denies);
    expect(outcome.ok).toBe(false);
    expect(outcome.detail).toContain('did not pass');
  });

  test('one that breaks fails', async () => {
    const outcome = await tried('echo broken >&2', 'exit 2');
    expect(outcome.ok).toBe(false);
    expect(outcome.detail).toContain('broken');
  });
});

test('an answer that the client does not understand, or drops, is no denial', async () => {
  const codex = await initClient('codex');
  const withContinue = `${denials.codex.slice(0, -1)},"continue":false}`;
  for (const answer of [withContinue, 'not json', denials['gemini-cli']]) {
    const program = programOf(`if ${paused}; then echo '${answer}'; fi`);
    const outcome = await selfTest(codex, settingsFor(codex, program), { program, http: null });
    expect(outcome.ok).toBe(false);
  }
});

test('settings that do not hold the command are not tested as if they did', async () => {
  const claude = await initClient('claude-code');
  const target = { program: programOf('exit 0'), http: null };
  await expect(selfTest(claude, '{}', target)).rejects.toThrow('do not hold');
});
