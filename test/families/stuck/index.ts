/** Every family of stuck runs. */
import type { Family } from '../family.ts';
import { blockedPath } from './blocked-path.ts';
import { brokenScript } from './broken-script.ts';
import { clarifyingAgents } from './clarifying-agents.ts';
import { crashLoop } from './crash-loop.ts';
import { deadButton } from './dead-button.ts';
import { editAndRevert } from './edit-and-revert.ts';
import { failingToolsInTurn } from './failing-tools-in-turn.ts';
import { formatterAgainstLinter } from './formatter-against-linter.ts';
import { greetingAndCompaction } from './greeting-and-compaction.ts';
import { guessedColumns } from './guessed-columns.ts';
import { idleCommands } from './idle-commands.ts';
import { ignoredOffset } from './ignored-offset.ts';
import { loginRotation } from './login-rotation.ts';
import { politeAgents } from './polite-agents.ts';
import { rebaseConflict } from './rebase-conflict.ts';
import { replanOnLimit } from './replan-on-limit.ts';
import { rewordedCommand } from './reworded-command.ts';
import { stopHookFeedback } from './stop-hook-feedback.ts';
import { synonymSearch } from './synonym-search.ts';
import { versionConflict } from './version-conflict.ts';

export const stuckFamilies: readonly Family[] = [
  blockedPath,
  brokenScript,
  clarifyingAgents,
  crashLoop,
  deadButton,
  editAndRevert,
  failingToolsInTurn,
  formatterAgainstLinter,
  greetingAndCompaction,
  guessedColumns,
  idleCommands,
  ignoredOffset,
  loginRotation,
  politeAgents,
  rebaseConflict,
  replanOnLimit,
  rewordedCommand,
  stopHookFeedback,
  synonymSearch,
  versionConflict,
];
