/**
 * What the scripted provider says in each trial, in the words of the client's own tools.
 *
 * A request without tools asks for a title or a route beside the task; it gets a few words and counts for nothing.
 */
import type { AskedTurn, FakeAnswer, FakeScript, FakeToolCall } from '../../src/testing/index.ts';
import type { TriedClient } from './tried-client.ts';

export const STEPS = 10;
export const DONE = 'All ten steps are done.';
/** The file that a tool makes which must never run. */
export const FORBIDDEN_FILE = 'forbidden.txt';
/** The file that a step in the middle of a task waits for. */
export const GO_ON_FILE = 'go-on.txt';
/** Steps before the compaction, the one that waits among them. */
export const STEPS_BEFORE_COMPACTION = 5;
/** How clients ask for a summary. */
const SUMMARY_ASKED = /create a (?:detailed|new anchored) summary/i;
/** One client asks again when the tags are missing. */
const SUMMARY =
  '<analysis>So far only reading.</analysis>\n<summary>The cat is wanted. Look into the house again.</summary>';
/** A word in a subagent's task, by which the provider knows who asks. */
const SUBTASK = 'SUBTASK';

/** Ten healthy steps: each does something else and learns something new. */
export function tenSteps(tried: TriedClient, project: () => string): FakeScript {
  const step = (done: number): FakeToolCall => {
    const reads = ['attic.txt', 'cellar.txt', 'garden.txt'];
    const file = reads[done - 1];
    if (done === 0) return tried.shell('ls');
    if (file !== undefined) return tried.read(file, project());
    return tried.shell(
      `echo "note ${done} on the house" > note-${done}.txt && wc -c note-${done}.txt`,
    );
  };
  return unlessAside(({ toolResults }) => {
    const done = toolResults.length;
    return done >= STEPS
      ? { text: DONE }
      : { text: `Step ${done + 1}: I look further.`, toolCalls: [step(done)] };
  });
}

/**
 * Ten steps with a compaction in their middle. The fifth waits, so that one can be demanded; after it everything that
 * was looked at before is looked at once more, as agents do whose memory is a summary.
 */
export function compactedInBetween(tried: TriedClient, project: () => string): FakeScript {
  const looks = [
    () => tried.shell('wc -c attic.txt cellar.txt garden.txt'),
    ...['attic.txt', 'cellar.txt', 'garden.txt'].map((file) => () => tried.read(file, project())),
  ];
  const steps = [
    ...looks,
    () => tried.shell(`until [ -e ${GO_ON_FILE} ]; do sleep 0.1; done; cat ${GO_ON_FILE}`),
    ...looks,
    () => tried.shell('echo "the cat is in the cellar" > note-9.txt && wc -c note-9.txt'),
  ];
  // Counted here: a summary leaves no results in the conversation to count.
  let done = 0;
  const task = unlessAside(() => {
    const step = steps[done];
    done += 1;
    return step === undefined
      ? { text: DONE }
      : { text: `Step ${done}: I look further.`, toolCalls: [step()] };
  });
  return (turn, index) =>
    SUMMARY_ASKED.test(turn.lastUserText) ? { text: SUMMARY } : task(turn, index);
}

/** Round and round. */
export function loop(tried: TriedClient): FakeScript {
  return unlessAside((turn) => ({ toolCalls: [circling(tried, turn)] }));
}

function circling(tried: TriedClient, { toolResults }: AskedTurn): FakeToolCall {
  const { circle } = tried;
  return tried.shell(circle[toolResults.length % circle.length] ?? 'ls');
}

/** Talks, and in the middle of it says no more. */
export function hangsInText(): FakeScript {
  const text =
    'The cat is not in the attic, not in the cellar, and not in the garden either. '.repeat(4);
  return unlessAside(() => ({ text, pace: { hangAfterChunks: 6 } }));
}

/** Calls the forbidden tool; `asked` is told before the answer begins. */
export function callsForbidden(tried: TriedClient, asked: () => void): FakeScript {
  return unlessAside(() => {
    asked();
    return { text: 'I make it.', toolCalls: [tried.shell(`echo x > ${FORBIDDEN_FILE}`)] };
  });
}

/** The main thread starts one subagent and waits for it; the subagent goes in circles. */
export function subagentLoop(tried: TriedClient): FakeScript {
  const { subagent } = tried;
  if (subagent === null) throw new Error(`${tried.title} has no subagent that can be scripted`);
  return unlessAside((turn) => {
    const { lastUserText, toolResults } = turn;
    if (lastUserText.includes(SUBTASK)) return { toolCalls: [circling(tried, turn)] };
    const [started, ...later] = toolResults;
    if (started !== undefined && later.length === 0 && tried.awaitSubagent !== undefined) {
      return { toolCalls: [tried.awaitSubagent(started.text)] };
    }
    if (started !== undefined) return { text: 'The subagent is done.' };
    return { toolCalls: [subagent(`${SUBTASK}: find the cat.`)] };
  });
}

/** A title is a few words; the one that chooses a model wants its answer in a shape. */
function aside({ format }: AskedTurn): string {
  const route = { complexity_reasoning: 'a small house', complexity_score: 10 };
  return format === 'gemini' ? JSON.stringify(route) : 'The cat';
}

function unlessAside(script: (turn: AskedTurn) => FakeAnswer): FakeScript {
  return (turn) => {
    const tools = turn.body['tools'];
    return Array.isArray(tools) && tools.length > 0 ? script(turn) : { text: aside(turn) };
  };
}
