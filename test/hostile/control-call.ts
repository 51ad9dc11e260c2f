/** Asks the control plane of a whole Tripwire as its administrator. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HookServerPlace } from '../hooks/hook-server.ts';

/** The answer of one request; its body read as JSON. */
export async function callControl(
  { server, data }: Pick<HookServerPlace, 'server' | 'data'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const answer = await fetch(`${server.adminUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}
