/**
 * BLOCKER_REPORT.md: what is wrong, what was tried, and what a person can do.
 */
import { sessionOf, type Situation } from '../rules/situation.ts';

/** The report of a session that does not get on. */
export function blockerReport(now: Situation, why: string): string {
  const { event, state } = now;
  const { manifest } = state;
  const session = sessionOf(now);
  const failing = Object.entries(session.failing).map(
    ([kind, check]) => `- ${kind}: \`${check.command}\` fails with: ${check.firstLine}`,
  );
  const steps = session.steps.map(
    ({ atMs, what, error }) =>
      `- ${new Date(atMs).toISOString()} ${what}${error === null ? '' : ` → ${error}`}`,
  );
  return `# Blocker Report - ${new Date(event.atMs).toISOString()}

## Issue
${why}

## Current State
- Goal: ${session.goal ?? 'not known'}
- Phase: ${manifest.phase ?? 'not set'}
- Task: ${manifest.task ?? 'not set'}
- Session: ${event.session}
- Iterations: ${manifest.iterationCount}/${manifest.maxIterations}
- Consecutive failures: ${manifest.consecutiveFailures}/${manifest.maxConsecutiveFailures}
- Files modified: ${session.filesModified.length}
- Tests run: ${session.testRuns}
- Tests passing: ${session.testRunsPassed}
- Context: ${manifest.estimatedUsagePct} % (${session.contextTokens ?? 'unknown'} tokens)

## Open Errors
${failing.join('\n') || '- none known'}

## What Was Tried
${steps.join('\n') || '- nothing that the hooks saw'}

## Suggested Actions
1. Read the errors and the last steps above.
2. Correct the cause, or tell the agent what to do instead.
3. Delete this file to resume: rm .geometry/BLOCKER_REPORT.md
`;
}
