import { expect, test } from 'vitest';
import { checkClients } from './check-clients.ts';
import { parseSource } from './source-file.ts';

function found(text: string, path = 'src/proxy/a.ts'): readonly string[] {
  return checkClients(parseSource(path, text)).map(({ message }) => message.split('"')[1] ?? '');
}

test('a coding agent is named in no other room: as a value, a type, a key or a title', () => {
  expect(found("export const a = 'claude-code'; export type A = 'codex' | 'mine';")).toEqual([
    'claude-code',
    'codex',
  ]);
  expect(found("export const a = { opencode: 1, 'gemini-cli': `Claude Code` };")).toEqual([
    'opencode',
    'gemini-cli',
    'Claude Code',
  ]);
});

test('sentences, names of other things, and tests may', () => {
  expect(
    found("// codex\nexport const a = 'run tripwire init codex'; import './codex/a.ts';"),
  ).toEqual([]);
  expect(found("export const format = 'gemini';")).toEqual([]);
  expect(found("export const a = 'codex';", 'src/proxy/a.test.ts')).toEqual([]);
});
