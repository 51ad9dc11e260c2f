/**
 * MISSION_BRIEFING.md: what the next context needs to know, from what the hooks saw.
 *
 * It is written before the agent is asked to compact, so that there is one even if the agent writes none.
 */
import { nextTestCommand } from '../rules/completion-bits.ts';
import { sessionOf, type Situation } from '../rules/situation.ts';

/** The briefing of a session. */
export function briefingText(now: Situation): string {
  const { manifest } = now.state;
  const session = sessionOf(now);
  const errors = Object.values(session.failing).map(
    ({ command, firstLine }) => `- \`${command}\`: ${firstLine}`,
  );
  const done = session.steps.map(
    ({ what, error }) => `- ${what}${error === null ? '' : ` → ${error}`}`,
  );
  return `# Mission Briefing - ${new Date(now.event.atMs).toISOString()}

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
${nextStep(now)}

## Files
${session.filesModified.map((file) => `- ${file}`).join('\n') || '- none'}

## Open Errors
${errors.join('\n') || '- none known'}
`;
}

function nextStep(now: Situation): string {
  const { manifest } = now.state;
  if (manifest.codeModified && !manifest.testsRun) {
    return `Run tests: ${nextTestCommand(now) ?? 'with the project’s command'}`;
  }
  if (manifest.testsPassing === false) return 'Make the failing tests pass.';
  if (manifest.loopDetected) return 'The last approach repeated itself: try a different one.';
  return 'Continue towards the goal.';
}
