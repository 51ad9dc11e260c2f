/**
 * Completion: changed code must be tested, and the tests must pass, before the agent may stop.
 *
 * The agent is told the exact command. It is turned back a limited number of times in a row, because no
 * client limits it and a session that cannot end is worse than one that ends incomplete and says so.
 */
import { dirtyBit, nextTestCommand } from './completion-bits.ts';
import { note, say, sessionOf, withSession, type Rule, type Situation } from './situation.ts';

/** A stop is checked against the bits, unless something holds the agent anyway. */
export const completionRule: Rule = (now) => {
  const { event, state } = now;
  if (event.agent !== null) return now;
  if (event.kind === 'prompt') return withSession(now, { stopBlocks: 0 });
  // Whoever may not run the tests cannot be sent to run them.
  const isHeld =
    state.holds.length > 0 || now.around.manifestProblem !== null || sessionOf(now).tier === 'hard';
  return event.kind === 'stop' && !isHeld ? judgeStop(now) : now;
};

function judgeStop(now: Situation): Situation {
  const { event, state } = now;
  if (event.kind !== 'stop') return now;
  const { codeModified, testsRun, testsPassing, maxStopBlocks } = state.manifest;
  // A stop that follows none of ours begins a new row.
  const blocks = event.isStopHookActive ? sessionOf(now).stopBlocks : 0;
  const bit = dirtyBit(state.manifest);
  if (bit === null) return judgeDocuments(withSession(now, { stopBlocks: 0 }));
  const command = nextTestCommand(now.state.manifest, sessionOf(now), now.around.testCommand);
  const details = {
    code_modified: codeModified,
    tests_run: testsRun,
    ...(bit === 'tests_passing' ? { tests_passing: testsPassing } : {}),
  };
  if (blocks >= maxStopBlocks || command === null) {
    const why = command === null ? 'no test command is known' : `told ${blocks} times`;
    const noted = note(now, 'DIRTY_BIT_VIOLATION', 'allowed_incomplete', { ...details, why });
    return say(
      withSession(noted, { stopBlocks: 0 }),
      `Tripwire: the task ends incomplete (${bit} is not true; ${why}). Name the tests in MANIFEST.yaml under commands.test.`,
    );
  }
  const told = withSession(now, { stopBlocks: blocks + 1 });
  const noted = note(told, 'DIRTY_BIT_VIOLATION', 'injected_test_prompt', { ...details, command });
  const words =
    bit === 'tests_run'
      ? `You modified code but haven't run tests. Run tests now with: ${command}`
      : `Cannot complete task with failing tests. Correct the cause, then run them again with: ${command}`;
  return { ...noted, goOn: words };
}

/** Once for each change of an interface: nobody can tell from outside whether a document speaks of it. */
function judgeDocuments(now: Situation): Situation {
  const { apiChanges } = sessionOf(now);
  if (apiChanges.length === 0 || now.state.manifest.docsUpdated) return now;
  const told = withSession(now, { apiChanges: [] });
  const noted = note(told, 'DIRTY_BIT_VIOLATION', 'injected_docs_prompt', {
    docs_updated: false,
    changed: apiChanges,
  });
  return {
    ...noted,
    goOn: `The public interface changed (${apiChanges.join('; ')}). Update the documents that describe it; if none does, say so and stop.`,
  };
}
