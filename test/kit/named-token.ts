/** A token with a name, with which a program may release: made with the owner's, as the settings page does. */

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
