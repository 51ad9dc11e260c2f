/**
 * MISSION_BRIEFING.md: what the next context needs to know, from what the hooks saw.
 *
 * It is written before the agent is asked to compact, so that there is one even if the agent writes none.
 */
import type { Manifest } from '../manifest/manifest.ts';
import { nextTestCommand } from '../rules/completion-bits.ts';
import type { SessionState } from './loop-state.ts';

/** What a briefing is made of. */
export interface Briefed {
  readonly session: SessionState;
  readonly manifest: Manifest;
  /** The test command that the project's files suggest. */
  readonly testCommand: string | null;
  readonly atMs: number;
}

/** The briefing of a session. */
export function briefingText(briefed: Briefed): string {
  const { session, manifest, atMs } = briefed;
  const errors = Object.values(session.failing).map(
    ({ command, firstLine }) => `- \`${command}\`: ${firstLine}`,
  );
  const done = session.steps.map(
    ({ what, error }) => `- ${what}${error === null ? '' : ` → ${error}`}`,
  );
  return `# Mission Briefing - ${new Date(atMs).toISOString()}

## Goal
${session.goal ?? 'not known'}

## Current State
- Phase: ${manifest.phase ?? 'not set'}
- Task: ${manifest.task ?? 'not set'}
- Context usage: ${manifest.estimatedUsagePct} %
- Code modified: ${manifest.codeModified}
- Tests run: ${manifest.testsRun}
- Tests passing: ${manifest.testsPassing ?? 'unknown'}
- Iterations: ${manifest.iterationCount}/${manifest.maxIterations}
- Consecutive failures: ${manifest.consecutiveFailures}/${manifest.maxConsecutiveFailures}

## Done
${done.join('\n') || '- nothing that the hooks saw'}

## Next
${nextStep(briefed)}

## Files
${session.filesModified.map((file) => `- ${file}`).join('\n') || '- none'}

## Open Errors
${errors.join('\n') || '- none known'}
`;
}

function nextStep({ session, manifest, testCommand }: Briefed): string {
  if (manifest.codeModified && !manifest.testsRun) {
    return `Run tests: ${nextTestCommand(manifest, session, testCommand) ?? 'with the project’s command'}`;
  }
  if (manifest.testsPassing === false) return 'Make the failing tests pass.';
  if (manifest.loopDetected) return 'The last approach repeated itself: try a different one.';
  return 'Continue towards the goal.';
}
