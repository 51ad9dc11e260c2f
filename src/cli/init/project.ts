/**
 * The state folder of a project, and the rule that keeps it out of the repository.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TripwireError } from '../../core/index.ts';
import { DEFAULT_MANIFEST, type StateFolder } from '../../loop/index.ts';
import { fileText, type FileChange } from './file.ts';

const FOLDER = '.geometry';
const IGNORED = /^\/?\.geometry\/?\s*$/m;

/** Where the project is looked for. */
export interface ProjectPlace {
  readonly cwd: string;
  readonly home: string;
  /** A state folder that was chosen (TRIPWIRE_DIR); null for the project's own. */
  readonly chosen: string | null;
}

/** What a project gets. */
export interface ProjectPlan {
  readonly state: StateFolder;
  readonly changes: readonly FileChange[];
}

/** The state folder and the changes that fill it, none where they were made; null: this is no project. */
export function projectPlan({ cwd, home, chosen }: ProjectPlace): ProjectPlan | null {
  if (chosen !== null) {
    const state = { folder: chosen, project: cwd, exists: isFolder(chosen) };
    return { state, changes: manifestChange(chosen) };
  }
  const project = projectOf(cwd, home);
  // A folder there would govern every project below it.
  if (project === home || dirname(project) === project) return null;
  const folder = join(project, FOLDER);
  const ignore = join(project, '.gitignore');
  const ignored = fileText(ignore);
  const isIgnored = ignored !== null && IGNORED.test(ignored);
  const rule = { file: ignore, before: ignored, after: withRule(ignored ?? '') };
  return {
    state: { folder, project, exists: isFolder(folder) },
    changes: [...manifestChange(folder), ...(isIgnored ? [] : [rule])],
  };
}

function isFolder(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return stat !== undefined;
  throw new TripwireError('USAGE', `${path} is not a folder; move it away, then run this again`);
}

function manifestChange(folder: string): readonly FileChange[] {
  const file = join(folder, 'MANIFEST.yaml');
  return existsSync(file) ? [] : [{ file, before: null, after: DEFAULT_MANIFEST }];
}

/** The nearest folder upwards that has a state folder or a repository; else this one. */
function projectOf(cwd: string, home: string): string {
  for (let folder = cwd; folder !== home && dirname(folder) !== folder; folder = dirname(folder)) {
    if ([FOLDER, '.git'].some((name) => existsSync(join(folder, name)))) return folder;
  }
  return cwd;
}

function withRule(text: string): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const head = text === '' || text.endsWith('\n') ? text : `${text}${lineEnd}`;
  return `${head}${FOLDER}/${lineEnd}`;
}
