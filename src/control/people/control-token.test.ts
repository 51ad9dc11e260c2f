/** The token of a data folder: made once, kept, for its owner's eyes only. */
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { controlToken, knownControlToken } from '../index.ts';

function folder(): string {
  const made = temporaryFolder('token');
  return made;
}

test('is made on first use, 43 characters for the owner alone, and stays', () => {
  const data = join(folder(), 'data');
  expect(knownControlToken(data, {})).toBeNull();
  const token = controlToken(data, {});
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(statSync(join(data, 'admin-token')).mode & 0o777).toBe(0o600);
  expect(controlToken(data, {})).toBe(token);
  expect(knownControlToken(data, {})).toBe(token);
  expect(readdirSync(data)).toEqual(['admin-token']);
  expect(controlToken(join(folder(), 'other'), {})).not.toBe(token);
});

test('the environment wins, and then no file is made', () => {
  const data = folder();
  expect(controlToken(data, { TRIPWIRE_ADMIN_TOKEN: 'mine' })).toBe('mine');
  expect(readdirSync(data)).toEqual([]);
  expect(controlToken(data, { TRIPWIRE_ADMIN_TOKEN: '' })).toMatch(/^[\w-]{43}$/);
});

test('a file that others can read is closed again', () => {
  const data = folder();
  const token = controlToken(data, {});
  chmodSync(join(data, 'admin-token'), 0o644);
  expect(controlToken(data, {})).toBe(token);
  expect(statSync(join(data, 'admin-token')).mode & 0o777).toBe(0o600);
});

test.each(['', 'two words', 'tab\tbed', 'naïve', 'x'.repeat(257)])(
  'a file with %j is refused with what to do',
  (text) => {
    const data = folder();
    writeFileSync(join(data, 'admin-token'), text);
    expect(() => controlToken(data, {})).toThrow(/admin-token does not hold a token.*Delete it/);
  },
);
