/** A running Tripwire with approval rules, and the person who answers them over the API. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ClientId } from '../../src/clients/table.ts';
import type { Approval } from '../../src/control/api/client.ts';
import { hookServerPlace, payloadIn, type HookServerPlace } from './hook-server.ts';
import { recordedPayload } from './recorded-payloads.ts';

/** A migration of the database needs a yes; nothing else does. */
export const MIGRATE_RULE = `approvals:
  - name: migrate
    commands: [{ programs: [npm], verbs: [run, migrate] }]
    why: it cannot be undone
`;

export interface ApprovalsPlace extends HookServerPlace {
  /** Calls the API as the owner, or with another token. */
  api<Body>(path: string, body?: object, token?: string): Promise<Body>;
  /** The same with PATCH. */
  patch(path: string, body: object): Promise<unknown>;
  approvals(): Promise<readonly Approval[]>;
  /** Waits until so many actions wait for an answer. */
  waiting(count: number): Promise<readonly Approval[]>;
  answer(approval: Approval | undefined, how: 'grant' | 'refuse', token?: string): Promise<unknown>;
}

/** Starts it; gone when the test ends. */
export async function approvalsPlace(yaml = MIGRATE_RULE): Promise<ApprovalsPlace> {
  const place = await hookServerPlace(yaml);
  const call = async (method: string, path: string, body?: object, token?: string) => {
    const shown = token ?? readFileSync(join(place.data, 'admin-token'), 'utf8').trim();
    const headers = { authorization: `Bearer ${shown}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${place.server.adminUrl}${path}`, { method, headers, ...sent });
    const json: unknown = await answer.json();
    return json;
  };
  const api = async <Body>(path: string, body?: object, token?: string): Promise<Body> =>
    (await call(body === undefined ? 'GET' : 'POST', path, body, token)) as Body;
  const approvals = () => api<readonly Approval[]>('/api/approvals');
  return {
    ...place,
    api,
    patch: (path, body) => call('PATCH', path, body),
    approvals,
    waiting: async (count) => {
      await expect.poll(async () => (await approvals()).length, { timeout: 60_000 }).toBe(count);
      return approvals();
    },
    answer: (approval, how, token) => api(`/api/approvals/${approval?.id ?? ''}/${how}`, {}, token),
  };
}

/** What each client reports before it runs a command in its shell. */
export function commandPayload(
  client: ClientId,
  folder: string,
  command: string,
): Readonly<Record<string, unknown>> {
  const asked =
    client === 'opencode'
      ? { tool: 'bash', args: { command } }
      : {
          tool_name: client === 'gemini-cli' ? 'run_shell_command' : 'Bash',
          tool_input: { command },
        };
  const eventName =
    client === 'opencode'
      ? 'tool.execute.before'
      : client === 'gemini-cli'
        ? 'BeforeTool'
        : 'PreToolUse';
  return payloadIn(folder, { ...recordedPayload(client, eventName), ...asked });
}
