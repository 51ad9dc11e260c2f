import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { growingBy, writeInOrder, writeWhole } from './whole-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tripwire-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('a text or bytes take the place of what was there, with the mode that was asked for', () => {
  const file = join(folder, 'a.json');
  writeWhole(file, 'one');
  writeWhole(file, Buffer.from('two'), { mode: 0o600 });
  expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['two', 0o600]);
  expect(readdirSync(folder)).toEqual(['a.json']);
});

test('an owner is given exactly, whatever the process itself permits', () => {
  const file = join(folder, 'a.sh');
  const { uid, gid } = statSync(folder);
  writeWhole(file, 'x', { owner: { mode: 0o100777, uid, gid } });
  expect(modeOf(file)).toBe(0o777);
});

test('what cannot be put in its place leaves nothing behind, and what was there stays', () => {
  const file = join(folder, 'taken');
  mkdirSync(join(file, 'in-use'), { recursive: true });
  expect(() => writeWhole(file, 'x')).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(folder)).toEqual(['taken']);
  expect(() => writeWhole(join(folder, 'none', 'a'), 'x')).toThrow('ENOENT');
});

test('several files take their places one after the other: one that cannot stops those behind it', () => {
  const file = (name: string) => ({ name, text: name });
  writeInOrder(folder, [file('a'), file('b')]);
  expect(readdirSync(folder)).toEqual(['a', 'b']);
  mkdirSync(join(folder, 'taken', 'in-use'), { recursive: true });
  expect(() => writeInOrder(folder, [file('c'), file('taken'), file('d')])).toThrow(
    /EISDIR|ENOTEMPTY|EEXIST|EPERM/,
  );
  expect(readdirSync(folder)).toEqual(['a', 'b', 'c', 'taken']);
  expect(readFileSync(join(folder, 'c'), 'utf8')).toBe('c');
});

test('an unfinished file is known by its name', () => {
  expect([growingBy('.growing-12-a.json'), growingBy('a.json'), growingBy('.growing-x')]).toEqual([
    12,
    null,
    null,
  ]);
});
