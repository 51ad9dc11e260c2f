/**
 * What a TOML file says about the agent: its lines, sorted into the parts of its identity by the table they stand in.
 *
 * Nothing needs the values, so nothing is parsed: comments and empty lines go, secrets are left out, and all else
 * counts as it is written.
 */
import type { IdentityPart } from '../../clients/identity-part.ts';
import type { PartValues } from './identity-settings.ts';

type Keys = Readonly<Record<string, IdentityPart | null>>;

const HEADER = /^\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/;
const SECRET_VALUE =
  /((?:key|token|secret|password|passwd|credentials?|authorization|cookie|_pat)["']?\s*=\s*)(?:"(?:\\.|[^"\\])*"|'[^']*')/gi;
const GIVEN_ALONG = /\b(?:env|headers|http_headers)["']?\s*=\s*\{[^}]*\}/gi;
const GIVEN_TABLE = /(?:^|\.)(?:env|headers|http_headers)$/i;
const TEXT = /"(?:\\.|[^"\\])*"|'[^']*'/g;
/** What a codex keeps of a person's trust in its hooks changes without the hooks. */
const TRUST_TABLE = /^hooks\.state(?:\.|$)/;

/** Sorts the lines of a TOML file. */
export function tomlParts(text: string, keys: Keys): PartValues {
  const parts: Partial<Record<IdentityPart, string[]>> = {};
  let table = '';
  let part: IdentityPart | null = 'settings';
  let open: Open = { quotes: null, depth: 0 };
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    const isBetween = open.quotes === null && open.depth <= 0;
    if (isBetween && (line === '' || line.startsWith('#'))) continue;
    const header = isBetween ? HEADER.exec(line)?.[1] : undefined;
    if (header !== undefined) table = header;
    if (isBetween) part = partOf(table === '' ? line : table, keys);
    open = header === undefined ? opened(line, open) : open;
    if (part !== null && !TRUST_TABLE.test(table)) {
      (parts[part] ??= []).push(withoutSecrets(line, header === undefined ? table : ''));
    }
  }
  return parts;
}

/** The part of a path such as `mcp_servers.files.env`. */
function partOf(path: string, keys: Keys): IdentityPart | null {
  const name = /^["']?([\w-]+)/.exec(path)?.[1] ?? '';
  const part = Object.hasOwn(keys, name) ? keys[name] : 'settings';
  return part ?? null;
}

interface Open {
  readonly quotes: string | null;
  readonly depth: number;
}

/** What is still open at the end of a line. */
function opened(line: string, { quotes, depth }: Open): Open {
  if (quotes !== null) return { quotes: line.includes(quotes) ? null : quotes, depth };
  const [, long] = /("""|''')/.exec(line) ?? [];
  if (long !== undefined) {
    return { quotes: line.split(long).length % 2 === 0 ? long : null, depth };
  }
  const bare = line.replace(TEXT, '').replace(/#.*$/, '');
  const opens = bare.match(/[[{]/g)?.length ?? 0;
  return { quotes: null, depth: depth + opens - (bare.match(/[\]}]/g)?.length ?? 0) };
}

function withoutSecrets(line: string, table: string): string {
  const shown = line.replace(SECRET_VALUE, '$1hidden');
  if (GIVEN_TABLE.test(table)) return shown.replace(TEXT, 'hidden');
  return shown.replace(GIVEN_ALONG, (given) => given.replace(TEXT, 'hidden'));
}
