/**
 * How Lantern is logged in.
 */
import { join } from 'node:path';
import type { ExamineLogin } from '../../../src/clients/examined.ts';
import { readSettings, textAt } from '../../../src/clients/settings-file.ts';

/** By a key in its one file. */
export const examineLantern: ExamineLogin = ({ folder, pointBy }) => {
  const { value } = readSettings(join(folder, 'account.json'), 'account.json');
  const kind = textAt(value, 'key') === null ? 'none' : 'api-key';
  return {
    login: { kind, detail: 'account.json' },
    pointing: { state: 'nowhere', agent: null, detail: 'LANTERN_API is not set' },
    guards: {
      baseUrl: 'works',
      hooks: { available: true, detail: 'before every tool' },
      unguarded: [],
      pointBy,
    },
  };
};
