/** What the server itself holds does not come into evidence, although an agent says it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askAs, newHome, startTripwire } from '../kit/running-tripwire.ts';

vi.setConfig({ testTimeout: 90_000 });

const PROVIDER_KEY = 'a plain phrase that no pattern finds';

test('provider keys, the admin token and the address of a channel', async () => {
  const home = await newHome();
  onTestFinished(() => home.provider.close());
  home.configure(`upstreams:
  local:
    url: ${home.provider.url}
    format: anthropic
    key: env:MADE_UP_KEY
`);
  const server = await startTripwire({ ...home, env: { ...home.env, MADE_UP_KEY: PROVIDER_KEY } });
  onTestFinished(async () => void (await server.end()));
  const token = readFileSync(join(home.data, 'admin-token'), 'utf8').trim();
  const hook = 'https://alerts.example/made-up-path-of-a-channel';
  await server.api('/api/alert-channels', {
    name: 'ops',
    target: { kind: 'slack', url: hook },
  });
  const said = [PROVIDER_KEY, token, hook, Buffer.from(token).toString('base64')];
  // A provider's key is held here, so an agent needs one of its own.
  await server.api('/api/agents', { name: 'crawler' });
  const { key } = await server.api<{ readonly key: string }>('/api/agents/crawler/keys', {
    label: 'its own',
  });
  await askAs(server.url, `crawler/${key}`, 'no-key', `I found ${said.join(' and ')} and more`);
  await server.api('/api/agents/crawler/deactivate', { why: 'it found too much' });
  const [incident] = await vi.waitFor(async () => {
    const found = await server.api<readonly { readonly id: string }[]>('/api/incidents');
    expect(found).toHaveLength(1);
    return found;
  });
  const shown = await vi.waitFor(
    async () => {
      const path = `/api/incidents/${encodeURIComponent(incident?.id ?? '')}`;
      const text = JSON.stringify(await server.api(path));
      expect(text).toContain('I found [redacted: held by Tripwire]');
      return text;
    },
    { timeout: 60_000 },
  );
  expect(shown).toContain('and more');
  for (const one of said) expect(shown).not.toContain(one);
});
