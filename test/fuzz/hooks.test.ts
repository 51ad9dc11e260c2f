/**
 * Broken hook payloads of every client, to the hook's own entry and over HTTP, while a hold stands: whatever cannot be
 * read is refused, nothing hangs, nothing ends in a stack trace, and no terminal command gets out. Texts that once broke
 * something are kept in test/fixtures/fuzz/hooks and are read first.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { HOOK_CLIENT_IDS, hooksOf, type ClientId } from '../../src/clients/table.ts';
import { runHook, type HookOutput } from '../../src/hooks/index.ts';
import { decideEmbedded } from '../../src/server/hook-embedded.ts';
import { AGENT, hookServerPlace, isRefusal, payloadIn } from '../hooks/hook-server.ts';
import { recordedPayloads } from '../hooks/recorded-payloads.ts';
import { inputOf } from '../hooks/run-recorded.ts';
import { runTripwire } from '../kit/run-tripwire.ts';
import { runs } from '../kit/runs.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { chanceFrom, mutated } from './mutate.ts';

vi.setConfig({ testTimeout: 300_000 });

/** Far more than any of them takes, and less than the slowest machine needs to hang. */
const TIME_MS_MAX = 30_000;
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- those are what it looks for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const STACK_LINE = /^\s+at .*(?:\(|:\d+:\d+)/m;

const fixtures = join(import.meta.dirname, '../fixtures/fuzz/hooks');
const KEPT = readdirSync(fixtures).map((name) => readFileSync(join(fixtures, name), 'utf8'));

/** Every kept text, then as many made from what the client really sends. */
function payloadsOf(client: ClientId, folder: string, seed: number, usual: number): string[] {
  const whole = recordedPayloads(client).map(({ payload }) =>
    JSON.stringify(payloadIn(folder, payload)),
  );
  const chance = chanceFrom(seed);
  const { numRuns } = runs(usual);
  const made = Array.from({ length: numRuns }, (_, run) =>
    mutated(whole[run % whole.length] ?? '', chance, [...whole, ...KEPT]),
  );
  return [...KEPT, ...made];
}

/** Whether the event of a text may pass while a hold stands: it is read, known, and begins nothing. */
function mayPass(client: ClientId, text: string): boolean {
  const hooks = hooksOf(client);
  let name: unknown;
  try {
    name = (JSON.parse(text) as Record<string, unknown> | null)?.[hooks.nameField];
  } catch {
    // What a broken text is about is what its own level says; anything else in it must not speak for it.
    name = outermostName(text, hooks.nameField);
  }
  if (typeof name !== 'string' || !Object.hasOwn(hooks.readers, name)) return false;
  return !Object.hasOwn(hooks.answers, name) || hooks.answers[name]?.onFailure === 'tell';
}

/** The one name on the first level of a broken text; null where there is none, or several. */
function outermostName(text: string, field: string): string | null {
  let depth = 0;
  const names: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '{' || letter === '[') depth += 1;
    if (letter === '}' || letter === ']') depth -= 1;
    if (letter !== '"') continue;
    const end = endOfText(text, at);
    const value = /^\s*:\s*"([\w.]{1,64})"/.exec(text.slice(end, end + 200))?.[1];
    if (depth === 1 && text.slice(at + 1, end - 1) === field && value !== undefined)
      names.push(value);
    at = end - 1;
  }
  return new Set(names).size === 1 ? (names[0] ?? null) : null;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function expectSound(client: ClientId, text: string, output: HookOutput): void {
  const about = JSON.stringify(text.slice(0, 400));
  const said = output.stdout + output.stderr;
  expect(UNSAFE.exec(said), about).toBe(null);
  expect(STACK_LINE.exec(said), about).toBe(null);
  const isRefused = output.exitCode === 2 || isRefusal(output.stdout);
  if (!mayPass(client, text)) expect(isRefused, `${said} for ${about}`).toBe(true);
}

/** A project in which a person's PAUSE stands. */
function heldProject() {
  const folder = temporaryFolder('held');
  const state = join(folder, '.geometry');
  mkdirSync(state);
  writeFileSync(join(state, 'PAUSE'), 'look at it first');
  const env = { HOME: temporaryFolder('home'), TRIPWIRE_DIR: state };
  return { folder, env };
}

describe.each(HOOK_CLIENT_IDS)('%s', (client) => {
  test('payloads to the hook, under a PAUSE', async () => {
    const { folder, env } = heldProject();
    for (const text of payloadsOf(client, folder, 20_261, 120)) {
      const began = performance.now();
      const output = await runHook({ client, stdin: inputOf(text), env, decide: decideEmbedded });
      expectSound(client, text, output);
      expect(performance.now() - began, text.slice(0, 200)).toBeLessThan(TIME_MS_MAX);
    }
  });

  test('payloads to the real process, under a PAUSE', async () => {
    const { folder, env } = heldProject();
    for (const text of payloadsOf(client, folder, 7, 3)) {
      const { code, stdout, stderr } = await runTripwire(['hook', client], text, env);
      expect([0, 2], stderr).toContain(code);
      expectSound(client, text, { stdout, stderr, exitCode: code ?? -1 });
    }
  });

  test('payloads over HTTP, for an agent that a person stopped', async () => {
    const at = await hookServerPlace();
    const why = 'look at it first';
    await at.server.gate.operate({ agent: AGENT, action: 'deactivate', by: 'bob', why });
    for (const text of payloadsOf(client, at.project(), 3, 60)) {
      const answer = await fetch(`${at.server.url}/agents/${AGENT}/hooks/${client}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: text,
      });
      const stdout = `${await answer.text()}\n`;
      const exitCode = answer.status === 200 ? 0 : 2;
      expectSound(client, text, { stdout, stderr: '', exitCode });
    }
    expect(at.provider.requests).toHaveLength(0);
    expect((await fetch(`${at.server.adminUrl}/healthz`)).status).toBe(200);
  });
});
