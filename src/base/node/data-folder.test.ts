import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolder } from './data-folder.ts';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada/.tripwire'],
  [{ HOME: '/home/ada', TRIPWIRE_DATA: '' }, '/home/ada/.tripwire'],
  [{ HOME: '/home/ada', TRIPWIRE_DATA: '/srv/tripwire' }, '/srv/tripwire'],
  [{ HOME: '/home/ada', TRIPWIRE_DATA: 'here' }, resolve('here')],
  [{ HOME: '/home/ada', TRIPWIRE_DATA: '~/here' }, '/home/ada/here'],
  [{ HOME: '/home/ada', TRIPWIRE_DATA: '~bob/here' }, resolve('~bob/here')],
])('%j', (env, folder) => {
  expect(dataFolder(env)).toBe(folder);
});

test('a home folder that is given wins over the one of the environment', () => {
  expect(dataFolder({ HOME: '/home/ada' }, '/home/bob')).toBe(join('/home/bob', '.tripwire'));
});
