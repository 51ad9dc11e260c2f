/** A token with a name, with which a program may release: made with the owner's, as the settings page does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The token. */
export async function namedToken(
  adminUrl: string,
  owner: string,
  name = 'ci',
  role = 'operator',
): Promise<string> {
  const made = await fetch(`${adminUrl}/api/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, role }),
  });
  const { token } = (await made.json()) as { readonly token?: string };
  if (token === undefined) throw new Error(`no token was made: ${made.status}`);
  return token;
}

interface Place {
  readonly server: { readonly adminUrl: string };
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
}

let made = 0;

/** The environment of a program that may do what an admin may. */
export async function adminEnv({ server, data, env }: Place): Promise<Record<string, string>> {
  const owner = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  made += 1;
  const token = await namedToken(server.adminUrl, owner, `ci-${made}`, 'admin');
  return { ...env, TRIPWIRE_ADMIN_TOKEN: token };
}
