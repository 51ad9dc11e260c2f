/**
 * Measures an agent: reads what its client lets anybody see of its configuration, and sorts it into the parts of its
 * identity.
 *
 * Files are named by where they belong, never by their path on this machine, so that the same configuration has the
 * same checksum in another home.
 */
import { join } from 'node:path';
import { clientFolder } from '../../clients/client-folder.ts';
import type { IdentityPart } from '../../clients/identity-part.ts';
import type {
  IdentityLayout,
  IdentityPlace,
  IdentitySource,
} from '../../clients/identity-sources.ts';
import { clientWithId, type ClientId } from '../../clients/table.ts';
import { canonicalJson } from '../../core/index.ts';
import { sha256, type IdentityParts } from './identity-checksum.ts';
import { filesBelow, identityText, type IdentityText } from './identity-file.ts';
import { jsonParts, pickedParts, type PartValues } from './identity-settings.ts';
import { tomlParts } from './identity-toml.ts';

/** One file that counts. */
export interface IdentityEntry {
  /** Such as `project/CLAUDE.md`. */
  readonly name: string;
  readonly part: IdentityPart;
  /** Of what counts in it for this part. */
  readonly hash: string;
  /** Why it cannot be known what stands in it; null when it can. */
  readonly problem: string | null;
}

/** An agent as it is configured now. */
export interface MeasuredIdentity {
  readonly parts: IdentityParts;
  readonly entries: readonly IdentityEntry[];
}

/** Measures an agent; the model is the one that was seen at work, null when none was. */
export type Measure = (model: string | null, place: IdentityPlace) => MeasuredIdentity;

/** Loads what is known of a client, to measure its agents by; null where nothing is known of what makes them up. */
export async function identityMeasure(id: ClientId): Promise<Measure | null> {
  const client = clientWithId(id);
  const layout = await client?.identity?.();
  if (!client || !layout) return null;
  return (model, place) => {
    const config = clientFolder(client, place);
    const entries = layout.sources.flatMap((source) => entriesOf(source, layout, place, config));
    return measured(id, model, entries);
  };
}

function measured(
  client: ClientId,
  model: string | null,
  entries: readonly IdentityEntry[],
): MeasuredIdentity {
  const ofPart = (part: IdentityPart) =>
    Object.fromEntries(
      entries.filter((one) => one.part === part).map(({ name, hash }) => [name, hash]),
    );
  const parts: IdentityParts = {
    client,
    model,
    system_prompt: ofPart('system_prompt'),
    tools: ofPart('tools'),
    mcp_servers: ofPart('mcp_servers'),
    hooks: ofPart('hooks'),
    settings: ofPart('settings'),
  };
  return { parts, entries };
}

function entriesOf(
  { root, path, form }: IdentitySource,
  layout: IdentityLayout,
  place: IdentityPlace,
  config: string,
): readonly IdentityEntry[] {
  const folder = root === 'config' ? config : place[root];
  const file = join(folder, path);
  const name = `${root}/${path}`;
  if (typeof form === 'string') {
    const sorted = (text: string): PartValues =>
      form === 'json' ? jsonParts(text, layout.keys) : tomlParts(text, layout.keys);
    return entriesIn(identityText(file), name, 'settings', sorted);
  }
  if ('picked' in form) {
    return entriesIn(identityText(file), name, 'settings', (text) =>
      pickedParts(text, form.picked, form.ifUnreadable, place.project),
    );
  }
  if ('text' in form) {
    return entriesIn(identityText(file), name, form.text, (text) => ({ [form.text]: text }));
  }
  const found = filesBelow(file, form.named);
  if ('problem' in found) return [unknown(name, form.folder, found.problem)];
  return found.flatMap((below) =>
    entriesIn(identityText(join(file, below)), `${name}/${below}`, form.folder, (text) => ({
      [form.folder]: text,
    })),
  );
}

function entriesIn(
  read: IdentityText,
  name: string,
  ifUnknown: IdentityPart,
  sorted: (text: string) => PartValues,
): readonly IdentityEntry[] {
  if ('problem' in read) return [unknown(name, ifUnknown, read.problem)];
  if (read.text === null) return [];
  return Object.entries(sorted(read.text)).map(([part, value]) => ({
    name,
    part: part as IdentityPart,
    hash: sha256(typeof value === 'string' ? value : canonicalJson(value)),
    problem: null,
  }));
}

/** A file that nobody can read counts as another one than any that could be pinned. */
function unknown(name: string, part: IdentityPart, problem: string): IdentityEntry {
  return { name, part, hash: 'unknown', problem };
}
