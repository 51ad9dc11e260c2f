/**
 * The reason codes of errors: what was asked for could not be done, and nothing was decided.
 */
import type { Reason } from './reason.ts';

export const ERROR_REASONS = [
  {
    code: 'RECORD_INVALID',
    group: 'error',
    meaning: 'A record has a missing, unknown or out-of-range field, or is not valid JSON.',
    remedy: 'Correct the field that the message names; nothing after it was judged.',
  },
  {
    code: 'CONSTITUTION_INVALID',
    group: 'error',
    meaning: 'A constitution has a missing, unknown or out-of-range field, or cannot be read.',
    remedy: 'Correct the field that the message names.',
  },
  {
    code: 'CONSTITUTION_MISMATCH',
    group: 'error',
    meaning: 'A state or recording was made under another constitution than the one in force.',
    remedy: 'Use the constitution whose id the message names; a running process cannot change it.',
  },
  {
    code: 'VALUE_NOT_CANONICAL',
    group: 'error',
    meaning: 'A value has no canonical JSON form: NaN, −0, undefined, an unsafe integer and so on.',
    remedy: 'Correct the value before you pass it in.',
  },
  {
    code: 'RECORDING_INVALID',
    group: 'error',
    meaning: 'A recording has no valid header or an unreadable line.',
    remedy: 'Use a file written by `tripwire decide --record`.',
  },
  {
    code: 'WINDOW_INVALID',
    group: 'error',
    meaning: 'A window of the audit does not have its form, or a value in it cannot be committed.',
    remedy: 'Correct the field that the message names; schema/window.schema.json has the form.',
  },
  {
    code: 'LOG_INVALID',
    group: 'error',
    meaning:
      'A checkpoint, a tile or a proof of the transparency log does not fit its entries or its key.',
    remedy: 'Compare with a copy that you keep elsewhere; whatever differs was changed.',
  },
  {
    code: 'PROOF_INVALID',
    group: 'error',
    meaning: 'A proof of a window, its key or the circuit cannot be used.',
    remedy: 'Do what the message says; docs/audit-proofs.md tells how keys are made and trusted.',
  },
  {
    code: 'PARITY_LOST',
    group: 'error',
    meaning: 'Replaying a recording gave another answer than the recorded one.',
    remedy:
      'Look at the step that is named: the recording was altered, or the core is not the same.',
  },
  {
    code: 'GUARDRAIL_INVALID',
    group: 'error',
    meaning:
      'A policy, feedback provider, checker, deadline or budget has a value that makes no sense.',
    remedy: 'Correct the field that the message names.',
  },
  {
    code: 'PATH_REFUSED',
    group: 'error',
    meaning: 'A path leaves the root, can be read in two ways, or names no usable file.',
    remedy: 'Name a file below the root by its plain path.',
  },
  {
    code: 'AGENT_STOPPED',
    group: 'error',
    meaning:
      'An adapter ended a run because the agent was stopped; the message says what stopped it.',
    remedy: 'Do what the message says, then start the run again.',
  },
  {
    code: 'PEER_MISSING',
    group: 'error',
    meaning: 'An adapter was used whose SDK is not installed.',
    remedy: 'Install the package that the message names.',
  },
  {
    code: 'STORE_CHAIN',
    group: 'error',
    meaning: 'Rows do not continue the journal, or are malformed; none of them was written.',
    remedy: 'Nothing by hand: Tripwire reads the journal again and continues from there.',
  },
  {
    code: 'STORE_STALE',
    group: 'error',
    meaning:
      'Another node of the fleet changed something that this one didn’t know of; nothing was written.',
    remedy: 'Nothing by hand: the node reads the change, judges again and writes.',
  },
  {
    code: 'STORE_UNAVAILABLE',
    group: 'error',
    meaning: 'The journal cannot be read or written now: the disk, a lock, a closed store.',
    remedy: 'Do what the message says; no call is allowed until the journal can be written.',
  },
  {
    code: 'STORE_CORRUPT',
    group: 'error',
    meaning: 'The journal contains something that Tripwire can’t have written.',
    remedy: 'Restore the data folder from a backup; keep the damaged one.',
  },
  {
    code: 'STORE_WENT_BACK',
    group: 'error',
    meaning: 'The journal is older than it was: somebody restored, cut or deleted it.',
    remedy: 'Put the newer one back, or accept this one with tripwire doctor --accept-journal.',
  },
  {
    code: 'STORE_NEWER',
    group: 'error',
    meaning: 'The journal was written by a newer Tripwire.',
    remedy: 'Update Tripwire, or use another data folder.',
  },
  {
    code: 'HOLD_CHANGED',
    group: 'error',
    meaning:
      'The one hold that was to be lifted is gone, or the act would lift another one with it.',
    remedy: 'Look at what holds the agent now, and lift that.',
  },
  {
    code: 'CONFIG_INVALID',
    group: 'error',
    meaning: 'The configuration has problems; the message names each with its place.',
    remedy: 'Correct what the message names; nothing of the configuration took effect.',
  },
  {
    code: 'LOOP_UNAVAILABLE',
    group: 'error',
    meaning: "The project's own folder of Tripwire cannot be read, written or locked.",
    remedy: 'Do what the message says; until then the rules of the loop refuse.',
  },
  {
    code: 'CANNOT_PIN',
    group: 'error',
    meaning: 'The identity of an agent cannot be measured, so it cannot be pinned.',
    remedy: 'Make the file that the message names readable, then pin again.',
  },
  {
    code: 'NIGHT_REFUSED',
    group: 'error',
    meaning: 'Unattended work can’t begin or continue as requested.',
    remedy: 'Do what the message says.',
  },
  {
    code: 'USAGE',
    group: 'error',
    meaning:
      'A command was called with arguments that it doesn’t know, or a file could not be opened.',
    remedy: 'Run the command with --help.',
  },
] as const satisfies readonly Reason[];
