/** What the page says where there is nothing to verify: not that all is well. */
import { expect, test } from 'vitest';
import { ApiClient } from '../../src/control/api/client.ts';
import { verifyLive } from '../../web/src/audit/verify-live.ts';
import { runningControl, TOKEN } from '../control/running-control.ts';

test('a server that measures nothing gives no verdict, and says how to begin', async () => {
  const { control } = await runningControl({});
  const client = new ApiClient({ url: control.url, token: TOKEN });
  const asked = { agent: 'one', key: '', older: '' };
  expect(await verifyLive(client, asked, () => undefined)).toEqual({
    outcome: 'nothing',
    checked: [],
    problems: [],
    problemCount: 0,
    notes: ['The server has no log yet: set audit: on for an agent in tripwire.yaml.'],
    trace: null,
  });
});
