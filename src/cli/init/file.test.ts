/** A change is written whole, with a copy, as the file was: mode and link stay. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { copyOf, requireWritable, fileText, writeChange } from './file.ts';

const folder = () => temporaryFolder('init-file');

describe('a change of a file', () => {
  test('is written with a copy beside it, and mode and link stay', () => {
    const place = folder();
    const real = join(place, 'dotfiles.json');
    const file = join(place, 'settings.json');
    writeFileSync(real, 'one', { mode: 0o600 });
    symlinkSync(real, file);
    writeChange({ file, before: 'one', after: 'two', copy: 'one' });
    expect(readFileSync(real, 'utf8')).toBe('two');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect(readFileSync(copyOf(file), 'utf8')).toBe('one');
    expect(statSync(copyOf(file)).mode & 0o777).toBe(0o600);
    writeChange({ file, before: 'two', after: 'one', copy: null });
    expect(readdirSync(place).toSorted()).toStrictEqual(['dotfiles.json', 'settings.json']);
  });

  test('makes the folders of a new file, and deletes', () => {
    const file = join(folder(), 'a', 'b', 'c.json');
    writeChange({ file, before: null, after: 'new', copy: null });
    expect(readFileSync(file, 'utf8')).toBe('new');
    writeChange({ file, before: 'new', after: null, copy: null });
    expect(existsSync(file)).toBe(false);
  });

  test('is refused when the file is not what it was', () => {
    const file = join(folder(), 'settings.json');
    writeFileSync(file, 'mine');
    expect(() => writeChange({ file, before: 'one', after: 'two', copy: 'one' })).toThrow(
      'was changed meanwhile',
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(existsSync(copyOf(file))).toBe(false);
  });

  test('is known beforehand to be impossible', () => {
    const place = folder();
    writeFileSync(join(place, 'file'), '');
    const change = (file: string) => ({ file: join(place, file), before: null, after: 'x' });
    expect(() => requireWritable(change('file/a/settings.json'))).toThrow('cannot be written');
    expect(() => requireWritable(change('new/a/settings.json'))).not.toThrow();
  });

  test('a mark at the beginning counts, and what is no text is refused', () => {
    const file = join(folder(), 'settings.json');
    writeFileSync(file, '\uFEFF{}');
    expect(fileText(file)).toBe('\uFEFF{}');
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(() => fileText(file)).toThrow('is not UTF-8 text');
    expect(fileText(join(folder(), 'none'))).toBeNull();
    mkdirSync(`${file}.d`);
    expect(() => fileText(`${file}.d`)).toThrow('EISDIR');
  });
});
