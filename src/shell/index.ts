/**
 * Reads command lines as a shell would, and refuses what it does not understand. Pure.
 *
 * @module
 */
export {
  readCommandLine,
  COMMAND_LINE_CHARACTERS_MAX,
  type SimpleCommand,
  type CommandLine,
  type CommandWord,
  type CommandAssignment,
  type CommandJoin,
  type CommandNesting,
  type CommandRedirect,
  type Expansion,
  type Unreadable,
} from './command-line.ts';
export { assignmentsOf } from './assignments.ts';
export { isInputFile, readsScriptFromInput } from './command-wrappers.ts';
export { variantsOf } from './known-variables.ts';
