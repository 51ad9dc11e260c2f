/**
 * What the scripted provider says in the trials of hooks.
 *
 * A script is a list of steps. Each step is taken once, in order, whatever became of the one before: a model that is
 * denied something goes on asking, and that is what is tried.
 */
import type { AskedTurn, FakeAnswer, FakeScript, FakeToolCall } from '../../src/testing/index.ts';

/** What the person asks for. */
export const PROMPT = 'find the cat';
/** What the model says at its end. */
export const FINISHED = 'I have looked everywhere.';

/** One answer of the model. */
export type Step = (turn: AskedTurn) => FakeAnswer;

/** Takes the steps one after the other, and then ends. */
export function steps(...taken: readonly Step[]): FakeScript {
  let at = 0;
  return unlessAside((turn) => {
    const step = taken[at];
    at += 1;
    return step === undefined ? { text: FINISHED } : step(turn);
  });
}

/** The same step for ever; a client that is not stopped would never end, so there is an end far behind. */
export function forever(step: Step, countMax = 16): FakeScript {
  return steps(...Array.from({ length: countMax }, () => step));
}

/** A step that calls one tool. */
export function calls(call: FakeToolCall | (() => FakeToolCall)): Step {
  return () => ({ toolCalls: [typeof call === 'function' ? call() : call] });
}

/** A step that ends the turn. */
export function says(text: string): Step {
  return () => ({ text });
}

/** Titles and the choice of a model are asked for beside the task, without tools. */
function unlessAside(script: (turn: AskedTurn) => FakeAnswer): FakeScript {
  return (turn) => {
    const tools = turn.body['tools'];
    if (Array.isArray(tools) && tools.length > 0) return script(turn);
    const route = { complexity_reasoning: 'a small house', complexity_score: 10 };
    return { text: turn.format === 'gemini' ? JSON.stringify(route) : 'The cat' };
  };
}
