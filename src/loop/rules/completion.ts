/**
 * Completion: changed code must be tested, and the tests must pass, before the agent may stop.
 *
 * The agent is told the exact command. It is turned back a limited number of times in a row, because no
 * client limits it and a session that cannot end is worse than one that ends incomplete and says so.
 */
import {
  commandStatedIn,
  dirtyBit,
  nextTestCommand,
  TEST_COMMAND_LINE,
} from './completion-bits.ts';
import { note, say, sessionOf, withSession, type Rule, type Situation } from './situation.ts';
import { pauseOf } from './stuck-pause.ts';

/** A stop is checked against the bits, unless something holds the agent anyway. */
export const completionRule: Rule = (now) => {
  const { event, state } = now;
  if (event.agent !== null) return now;
  if (event.kind === 'prompt') return withSession(now, { stopBlocks: 0 });
  // Whoever may not run the tests cannot be sent to run them.
  const isHeld =
    state.holds.length > 0 ||
    now.around.manifestProblem !== null ||
    sessionOf(now).tier === 'hard' ||
    pauseOf(now) !== null;
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
  const stated = commandStatedIn(event.lastMessage) ?? sessionOf(now).statedTestCommand ?? null;
  const heard = withSession(now, { statedTestCommand: stated });
  const command = nextTestCommand(state.manifest, sessionOf(heard), now.around.testCommand);
  const details = {
    code_modified: codeModified,
    tests_run: testsRun,
    ...(bit === 'tests_passing' ? { tests_passing: testsPassing } : {}),
  };
  const isAsked = sessionOf(now).isTestCommandAsked === true;
  if (command === null && !isAsked && blocks < maxStopBlocks) return askForCommand(now, details);
  if (blocks >= maxStopBlocks || command === null) {
    const why = command === null ? 'no test command is known' : `told ${blocks} times`;
    const noted = note(heard, 'DIRTY_BIT_VIOLATION', 'allowed_incomplete', { ...details, why });
    return say(
      withSession(noted, { stopBlocks: 0 }),
      `Tripwire: the task ends incomplete (${bit} is not true; ${why}). Name the tests in MANIFEST.yaml under commands.test.`,
    );
  }
  const told = withSession(heard, { stopBlocks: blocks + 1 });
  const noted = note(told, 'DIRTY_BIT_VIOLATION', 'injected_test_prompt', { ...details, command });
  const words =
    bit === 'tests_run'
      ? `You modified code but haven't run tests. Run tests now with: ${command}`
      : `Cannot complete task with failing tests. Correct the cause, then run them again with: ${command}`;
  return { ...noted, goOn: words };
}

/** Nothing tells how this project is tested: the agent is asked, once a session. */
function askForCommand(now: Situation, details: Readonly<Record<string, unknown>>): Situation {
  const asked = withSession(now, {
    isTestCommandAsked: true,
    stopBlocks: sessionOf(now).stopBlocks + 1,
  });
  const why = 'no test command is known';
  const noted = note(asked, 'DIRTY_BIT_VIOLATION', 'asked_for_test_command', { ...details, why });
  return {
    ...noted,
    goOn: `You modified code but haven't run tests, and Tripwire doesn't know how this project is tested. If it has tests, run them now; if what runs them is no usual test command, end your message with the line "${TEST_COMMAND_LINE} <command>" first, and run it when you are asked to. If it has none, say so and stop.`,
  };
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
