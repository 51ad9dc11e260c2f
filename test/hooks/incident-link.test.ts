/** A hook's refusal names the page about the stop, in every client's form of it, and that page is there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ClientId } from '../../src/clients/table.ts';
import { AGENT, BEGINNINGS, hookServerPlace, isRefusal, payloadIn } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

vi.setConfig({ testTimeout: 120_000 });

const CLIENTS = Object.keys(BEGINNINGS) as ClientId[];

/** A server, and what a person and each client do there. */
async function place(yaml = '') {
  const at = await hookServerPlace(yaml);
  const folder = at.project();
  const token = readFileSync(join(at.data, 'admin-token'), 'utf8').trim();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = async (client: ClientId, eventName: string) => {
    const { json } = await at.post(client, payloadIn(folder, recordedPayload(client, eventName)));
    return JSON.stringify(json);
  };
  const pages = new RegExp(`${at.server.adminUrl}/incidents/([\\w%-]+)`);
  return {
    before: (client: ClientId) => answer(client, BEGINNINGS[client][0]),
    prompt: (client: ClientId) => answer(client, BEGINNINGS[client][1]),
    person: (act: string) =>
      fetch(`${at.server.adminUrl}/api/agents/${AGENT}/${act}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ by: 'ann', why: 'seen enough' }),
      }),
    /** The incident that an answer names; null when it names none. */
    named: async (words: string) => {
      const [, id] = pages.exec(words) ?? [];
      if (id === undefined) return null;
      const told = await fetch(`${at.server.adminUrl}/api/incidents/${id}`, { headers });
      return (await told.json()) as { readonly agent: string; readonly kind: string };
    },
  };
}

test('a stop by hand names its page before a tool and at a prompt; without a stop nothing is named', async () => {
  const { before, prompt, person, named } = await place();
  for (const client of CLIENTS) expect(await named(await before(client))).toBeNull();
  await person('deactivate');
  for (const client of CLIENTS) {
    for (const words of [await before(client), await prompt(client)]) {
      expect(isRefusal(words), `${client}: ${words}`).toBe(true);
      expect(await named(words), client).toMatchObject({ agent: AGENT, kind: 'manual' });
      // The model reads it too: a page is no command.
      expect(words).not.toContain('tripwire resume');
    }
  }
});
