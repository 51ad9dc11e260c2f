/**
 * The state folder of a project, and the rule that keeps it out of the repository.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textOf, type FileChange } from './init-file.ts';

const FOLDER = '.geometry';
const IGNORED = /^\/?\.geometry\/?\s*$/m;

/** Where the project is looked for. */
export interface ProjectPlace {
  readonly cwd: string;
  readonly home: string;
  /** A state folder that was chosen (TRIPWIRE_DIR); null for the project's own. */
  readonly chosen: string | null;
}

/** The changes that make the state folder; none where it is there. Null: this is no project. */
export function projectChanges({ cwd, home, chosen }: ProjectPlace): readonly FileChange[] | null {
  if (chosen !== null) return manifestChange(chosen);
  const project = projectOf(cwd, home);
  // A folder there would govern every project below it.
  if (project === home || dirname(project) === project) return null;
  const ignore = join(project, '.gitignore');
  const ignored = textOf(ignore);
  return [
    ...manifestChange(join(project, FOLDER)),
    ...(ignored !== null && IGNORED.test(ignored)
      ? []
      : [{ file: ignore, before: ignored, after: withRule(ignored ?? '') }]),
  ];
}

function manifestChange(folder: string): readonly FileChange[] {
  const file = join(folder, 'MANIFEST.yaml');
  return existsSync(file) ? [] : [{ file, before: null, after: MANIFEST }];
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

/** The configuration reference, with what a new project has. */
const MANIFEST = `# .geometry/MANIFEST.yaml - Safety section

safety:
  # Iteration limits
  iteration_count: 0
  max_iterations: 100

  # Failure tolerance
  consecutive_failures: 0
  max_consecutive_failures: 3

  # Loop detection
  last_tool_signatures: []
  signature_history_depth: 10
  soft_loop_threshold: 3
  hard_loop_threshold: 5

  # State
  loop_detected: false

context:
  estimated_usage_pct: 0
  # Three-tier thresholds
  warning_threshold: 75
  mandatory_threshold: 80
  hard_block_threshold: 85
  last_compaction: null

dirty_bits:
  code_modified: false
  tests_run: false
  tests_passing: null
  docs_updated: false

identity:
  agent_checksum: null
  workflow_binding: null
  authorized_roles: ["developer"]
`;
