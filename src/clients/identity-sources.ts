/**
 * How a client's row says where it keeps what makes it the agent it is.
 *
 * What clients get elsewhere, such as options of the command line or their built-in prompts, cannot be seen from a hook;
 * docs/loop.md lists it.
 */
import type { FolderPlace } from './client-folder.ts';
import type { IdentityPart } from './identity-part.ts';

/** Where to look. */
export interface IdentityPlace extends FolderPlace {
  readonly project: string;
  readonly etc: string;
}

/** `config` is the client's own folder in the home. */
type Root = 'config' | 'project' | 'home' | 'etc';

/** A file, or all files of a folder. */
export interface IdentitySource {
  readonly root: Root;
  readonly path: string;
  readonly form:
    /** Its text counts, for one part. */
    | { readonly text: IdentityPart }
    /** The texts of the files below it count, for one part. */
    | { readonly folder: IdentityPart; readonly named: RegExp }
    /** Its keys belong to several parts. */
    | 'json'
    | 'toml'
    /** JSON of which only some values count; the part is that of a file that cannot be read. */
    | { readonly picked: readonly PickedValue[]; readonly ifUnreadable: IdentityPart };
}

/** A value of a file, and the name under which it counts. */
export interface PickedValue {
  readonly part: IdentityPart;
  readonly as: string;
  readonly path: (project: string) => readonly string[];
}

/** What is known of a client. */
export interface IdentityLayout {
  readonly sources: readonly IdentitySource[];
  /** Which part a key of its settings belongs to; null: it says nothing about the agent. Others are `settings`. */
  readonly keys: Readonly<Record<string, IdentityPart | null>>;
}

const MARKDOWN = /\.md$/;

/** A file whose text is given to the model. */
export const prompt = (root: Root, path: string): IdentitySource => ({
  root,
  path,
  form: { text: 'system_prompt' },
});

/** A folder of such files. */
export const prompts = (root: Root, path: string): IdentitySource => ({
  root,
  path,
  form: { folder: 'system_prompt', named: MARKDOWN },
});

/** Settings as JSON. */
export const json = (root: Root, path: string): IdentitySource => ({ root, path, form: 'json' });

/** Settings as TOML. */
export const toml = (root: Root, path: string): IdentitySource => ({ root, path, form: 'toml' });
