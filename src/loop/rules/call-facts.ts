/**
 * What the rules need to know of a tool call, worked out once.
 */
import { sep } from 'node:path';
import type { LoopEvent } from '../../clients/hook-event.ts';
import { digestEvent } from '../../detect/index.ts';
import type { CheckKind } from '../files/loop-state.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { changedFiles, commandOf } from '../reserved/tool-call.ts';
import { checkKind } from './check-command.ts';
import { checkPassed } from './check-outcome.ts';

type StepDigest = Extract<ReturnType<typeof digestEvent>, { kind: 'tool' }>['step'];

/** A call, before its result is known or after. */
export interface CallFacts {
  readonly step: StepDigest;
  /** Its command line; null when it has none. */
  readonly command: string | null;
  /** What it checks; null when it checks nothing. */
  readonly check: CheckKind | null;
  /** Whether what it checks is fine; null when it checks nothing, or is not back. */
  readonly passed: boolean | null;
  /** The files that it changed, as absolute paths; null when it changed none, or is not back and will be reported. */
  readonly changed: readonly string[] | null;
  /** It only writes what the agent keeps in the state folder, which is no work on the project. */
  readonly isNote: boolean;
  /** A patch on a command line. */
  readonly isPatch: boolean;
}

/** The facts of a call; null for every other event. */
export function callFacts(
  event: LoopEvent,
  manifest: Manifest,
  stateFolder: string,
): CallFacts | null {
  if (event.kind !== 'tool-before' && event.kind !== 'tool-after') return null;
  const { tool, args, cwd } = event;
  const result = event.kind === 'tool-after' ? event.result : '';
  const told =
    event.kind === 'tool-after' && event.isError !== null ? { isError: event.isError } : {};
  const digest = digestEvent({ kind: 'tool', tool, args, result, ...told });
  if (digest.kind !== 'tool') return null;
  const { step } = digest;
  const command = commandOf(args);
  const own = { test: manifest.testCommands, build: manifest.buildCommands };
  const check = command === null ? null : checkKind(command, own);
  const isBack = event.kind === 'tool-after';
  // Codex does not report the end of a patch on a command line, and its models change files by nothing else.
  const isPatch = command?.includes('*** Begin Patch') === true;
  const isOver = isBack || isPatch;
  const files = changedFiles(tool, args, cwd);
  const isNote =
    files !== null && files.length > 0 && files.every((one) => one.startsWith(stateFolder + sep));
  return {
    step,
    command,
    check,
    passed: check !== null && isBack ? checkPassed(result, step.error !== null) : null,
    changed: isOver && step.error === null && !isNote ? files : null,
    isNote,
    isPatch,
  };
}
