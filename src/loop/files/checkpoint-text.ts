/**
 * CHECKPOINT.md in the format of the safety rules, with the numbers of the session.
 */
import { sessionOf, type Situation } from '../rules/situation.ts';

/** The checkpoint at the iteration cap. */
export function checkpointText(now: Situation): string {
  const { manifest } = now.state;
  const session = sessionOf(now);
  return `# Checkpoint - ${new Date(now.event.atMs).toISOString()}

## Reason
Reached iteration cap: ${manifest.iterationCount}/${manifest.maxIterations}

## Current State
- Phase: ${manifest.phase ?? 'not set'}
- Task: ${manifest.task ?? 'not set'}
- Last action: ${session.steps.at(-1)?.what ?? 'none'}

## Progress Summary
- Files modified: ${session.filesModified.length}
- Tests run: ${session.testRuns}
- Tests passing: ${session.testRunsPassed}

## To Continue
Delete this file to resume: rm .geometry/CHECKPOINT.md
`;
}
