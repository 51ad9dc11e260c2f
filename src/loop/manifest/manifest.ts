/**
 * The manifest as the program uses it, and where each value stands in the file.
 *
 * One table says for each value its place, its kind, its default, whether the loop writes it, and which
 * direction of a change loosens a limit: reading, writing and judging an edit all follow it.
 */
import { advisorSettings, engineList } from './engine-values.ts';
import {
  ADVISOR_BY_DEFAULT,
  ENGINES_BY_DEFAULT,
  type AdvisorSettings,
  type Engine,
} from './engines.ts';
import {
  flag,
  orNull,
  percent,
  textLists,
  texts,
  title,
  wholeNumber,
  type ValueKind,
} from './manifest-values.ts';
import { RESERVED_BY_DEFAULT, type Roles } from './roles.ts';

/** The values of MANIFEST.yaml. */
export interface Manifest {
  readonly iterationCount: number;
  readonly maxIterations: number;
  readonly consecutiveFailures: number;
  readonly maxConsecutiveFailures: number;
  readonly lastToolSignatures: readonly string[];
  readonly signatureHistoryDepth: number;
  readonly softLoopThreshold: number;
  readonly hardLoopThreshold: number;
  readonly loopDetected: boolean;
  readonly estimatedUsagePct: number;
  readonly warningThreshold: number;
  readonly mandatoryThreshold: number;
  readonly hardBlockThreshold: number;
  /** ISO time. */
  readonly lastCompaction: string | null;
  readonly codeModified: boolean;
  readonly testsRun: boolean;
  readonly testsPassing: boolean | null;
  readonly docsUpdated: boolean;
  /** Count as the safety rules' table says, without a look at what was gained. */
  readonly strict: boolean;
  /** The rules about the work only report. */
  readonly shadow: boolean;
  /** How often in a row a stop is turned down. */
  readonly maxStopBlocks: number;
  readonly windowTokens: number | null;
  readonly testCommands: readonly string[];
  readonly buildCommands: readonly string[];
  /** `sha256:…` of the agent that a person pinned; null when nobody did. */
  readonly agentChecksum: string | null;
  readonly workflowBinding: string | null;
  readonly authorizedRoles: readonly string[];
  readonly roles: Roles;
  /** Patterns of the actions that are reserved. */
  readonly reserved: readonly string[];
  /** Who may do the work, in order. */
  readonly engines: readonly Engine[];
  /** Who is asked for a way out. */
  readonly advisor: AdvisorSettings;
  readonly phase: string | null;
  readonly task: string | null;
}

/**
 * `up`: a larger value is looser; `true`: becoming true is; `more`: a list with something new in it is, `fewer`: one that
 * lacks something; `roles`: a role that may do more; `any`: every change is; `never`: none is.
 */
export type Loosens =
  | 'up'
  | 'down'
  | 'true'
  | 'false'
  | 'more'
  | 'fewer'
  | 'roles'
  | 'any'
  | 'never';

interface Field<Value> {
  readonly path: readonly [string] | readonly [string, string];
  readonly kind: ValueKind<Value>;
  readonly ifAbsent: Value;
  readonly loosens: Loosens;
  /** The loop itself keeps it. */
  readonly kept: boolean;
}

type Fields = { readonly [Name in keyof Manifest]: Field<Manifest[Name]> };

/** A setting of a person. */
function set<Value>(
  path: Field<Value>['path'],
  kind: ValueKind<Value>,
  ifAbsent: Value,
  loosens: Loosens,
): Field<Value> {
  return { path, kind, ifAbsent, loosens, kept: false };
}

/** A value that the loop keeps. */
function kept<Value>(
  path: Field<Value>['path'],
  kind: ValueKind<Value>,
  ifAbsent: Value,
  loosens: Loosens,
): Field<Value> {
  return { path, kind, ifAbsent, loosens, kept: true };
}

/** Fewer calls than this cannot show ten repeats. */
const HISTORY_DEPTH_MIN = 10;
const HISTORY_DEPTH_MAX = 1_000;
/** A window below this would block the first answer. */
const WINDOW_TOKENS_MIN = 1_000;

/** Every value with its place in the file. */
export const MANIFEST_FIELDS: Fields = {
  iterationCount: kept(['safety', 'iteration_count'], wholeNumber(0), 0, 'down'),
  maxIterations: set(['safety', 'max_iterations'], wholeNumber(1), 100, 'up'),
  consecutiveFailures: kept(['safety', 'consecutive_failures'], wholeNumber(0), 0, 'down'),
  maxConsecutiveFailures: set(['safety', 'max_consecutive_failures'], wholeNumber(1), 3, 'up'),
  lastToolSignatures: kept(['safety', 'last_tool_signatures'], texts, [], 'never'),
  signatureHistoryDepth: set(
    ['safety', 'signature_history_depth'],
    wholeNumber(HISTORY_DEPTH_MIN, HISTORY_DEPTH_MAX),
    10,
    'down',
  ),
  softLoopThreshold: set(['safety', 'soft_loop_threshold'], wholeNumber(2), 3, 'up'),
  hardLoopThreshold: set(['safety', 'hard_loop_threshold'], wholeNumber(2), 5, 'up'),
  loopDetected: kept(['safety', 'loop_detected'], flag, false, 'never'),
  estimatedUsagePct: kept(['context', 'estimated_usage_pct'], wholeNumber(0), 0, 'never'),
  warningThreshold: set(['context', 'warning_threshold'], percent, 75, 'up'),
  mandatoryThreshold: set(['context', 'mandatory_threshold'], percent, 80, 'up'),
  hardBlockThreshold: set(['context', 'hard_block_threshold'], percent, 85, 'up'),
  lastCompaction: kept(['context', 'last_compaction'], orNull(title), null, 'never'),
  codeModified: kept(['dirty_bits', 'code_modified'], flag, false, 'false'),
  testsRun: kept(['dirty_bits', 'tests_run'], flag, false, 'true'),
  testsPassing: kept(['dirty_bits', 'tests_passing'], orNull(flag), null, 'true'),
  docsUpdated: kept(['dirty_bits', 'docs_updated'], flag, false, 'true'),
  strict: set(['safety', 'strict'], flag, false, 'false'),
  shadow: set(['safety', 'shadow'], flag, false, 'true'),
  maxStopBlocks: set(['safety', 'max_stop_blocks'], wholeNumber(0, 100), 8, 'down'),
  windowTokens: set(
    ['context', 'window_tokens'],
    orNull(wholeNumber(WINDOW_TOKENS_MIN)),
    null,
    'up',
  ),
  testCommands: set(['commands', 'test'], texts, [], 'any'),
  buildCommands: set(['commands', 'build'], texts, [], 'any'),
  agentChecksum: set(['identity', 'agent_checksum'], orNull(title), null, 'any'),
  workflowBinding: set(['identity', 'workflow_binding'], orNull(title), null, 'never'),
  authorizedRoles: set(['identity', 'authorized_roles'], texts, ['developer'], 'more'),
  roles: set(['roles'], textLists, {}, 'roles'),
  reserved: set(['reserved'], texts, RESERVED_BY_DEFAULT, 'fewer'),
  engines: set(['engines'], engineList, ENGINES_BY_DEFAULT, 'any'),
  advisor: set(['advisor'], advisorSettings, ADVISOR_BY_DEFAULT, 'any'),
  phase: set(['phase'], orNull(title), null, 'never'),
  task: set(['task'], orNull(title), null, 'never'),
};

/** The names of the table. */
export const MANIFEST_NAMES = Object.keys(MANIFEST_FIELDS) as readonly (keyof Manifest)[];
