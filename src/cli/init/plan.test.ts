/** Plans that follow each other: a program that moved, edits in between, an older plugin. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initClient } from '../../../test/kit/init-client.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { clientFolder } from '../../clients/client-folder.ts';
import { copyOf, writeChange } from './file.ts';
import { planOf } from './plan.ts';

const OLD = '/old/bin/tripwire';
const NEW = '/new/bin/tripwire';

/** A home in which plans are carried out at once. */
async function homeOf(id: string, before: string | null) {
  const home = temporaryFolder('init-plan');
  const place = { home, etc: join(home, 'etc'), path: '', folderIn: () => null };
  const client = await initClient(id);
  const file = join(clientFolder(client.client, place), client.settings.file);
  mkdirSync(dirname(file), { recursive: true });
  if (before !== null) writeFileSync(file, before);
  const carryOut = (program: string, remove = false) => {
    const { changes } = planOf(client, { remove, managed: false }, place, {
      program,
      http: null,
    });
    for (const change of changes) writeChange(change);
    return changes.length;
  };
  return { file, carryOut, text: () => readFileSync(file, 'utf8') };
}

describe.each(['claude-code', 'codex', 'gemini-cli'])('%s', (name) => {
  test('a program that moved is corrected, not doubled, and edits in between stay', async () => {
    const before = '{\n  "description": "mine",\n  "hooks": {}\n}\n';
    const { file, carryOut, text } = await homeOf(name, before);
    expect(carryOut(OLD)).toBe(1);
    writeFileSync(file, text().replace('"mine"', '"mine, edited"'));
    expect(carryOut(NEW)).toBe(1);
    expect(text()).not.toContain(OLD);
    expect(carryOut(NEW)).toBe(0);
    expect(carryOut(NEW, true)).toBe(1);
    expect(text()).toBe(before.replace('"mine"', '"mine, edited"'));
    expect(existsSync(copyOf(file))).toBe(false);
    expect(carryOut(NEW, true)).toBe(0);
  });

  test('a client that writes its settings anew in its own way changes nothing for us', async () => {
    const { file, carryOut, text } = await homeOf(name, '{"hooks":{}}');
    carryOut(NEW);
    writeFileSync(file, JSON.stringify(JSON.parse(text()), null, 4));
    expect(carryOut(NEW)).toBe(0);
    expect(carryOut(NEW, true)).toBe(1);
    expect(JSON.parse(text())).toStrictEqual({ hooks: {} });
  });

  test('a file that was not there, with an edit meanwhile, keeps the edit alone', async () => {
    const { file, carryOut, text } = await homeOf(name, null);
    carryOut(NEW);
    const own = { ...(JSON.parse(text()) as object), model: 'mine' };
    writeFileSync(file, JSON.stringify(own));
    carryOut(NEW, true);
    expect(JSON.parse(text())).toStrictEqual({ model: 'mine' });
  });
});

test('an older plugin is replaced, and none is left in the end', async () => {
  const { file, carryOut, text } = await homeOf('opencode', null);
  carryOut(OLD);
  expect(carryOut(NEW)).toBe(1);
  expect(text()).toContain(NEW);
  expect(text()).not.toContain(OLD);
  expect(carryOut(NEW)).toBe(0);
  expect(carryOut(NEW, true)).toBe(1);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(copyOf(file))).toBe(false);
});

test.each([
  ['claude-code', '{"disableAllHooks": true}', null, 'disableAllHooks'],
  ['gemini-cli', '{"hooksConfig": {"disabled": ["tripwire"]}}', null, 'hooksConfig.disabled'],
  ['codex', null, '[features]\nweb = true\n\nhooks = false\n', 'features.hooks'],
  ['codex', null, 'features.hooks=false', 'features.hooks'],
])('%s with hooks switched off is refused: %s %s', async (name, before, config, why) => {
  const { file, carryOut } = await homeOf(name, before);
  if (config !== null) writeFileSync(join(dirname(file), 'config.toml'), config);
  expect(() => carryOut(NEW)).toThrow(why);
  expect(existsSync(file)).toBe(before !== null);
});

test('a table of the same key that is about something else switches nothing off', async () => {
  const { file, carryOut } = await homeOf('codex', null);
  const config = '[features]\nhooks = true\n[mcp]\nhooks = false\n';
  writeFileSync(join(dirname(file), 'config.toml'), config);
  expect(carryOut(NEW)).toBe(1);
});
