/**
 * Turns an answer into what the client reads: standard output, standard error, exit code.
 *
 * An answer is always JSON with exit code 0, the form that was measured for every client. Exit code 2 is kept for
 * failures, where it blocks even if the client does not understand the JSON.
 */
import { cleanText } from '../base/clean-text.ts';
import type { AnswerTable, ClientHooks, EventAnswers } from '../clients/client-hooks.ts';
import type { LoopAnswer } from '../clients/hook-event.ts';
import { described } from '../clients/payload-fields.ts';

/** What the hook's process leaves behind. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Nothing to say: the client goes on as if there were no hook. */
export function silentOutput({ silence }: ClientHooks): HookOutput {
  return {
    stdout: silence === null ? '' : `${JSON.stringify(silence)}\n`,
    stderr: '',
    exitCode: 0,
  };
}

/** A denial without a reason is dropped by one client, and then the tool runs. */
const NO_REASON = 'Tripwire denied this and gave no reason; `tripwire doctor` shows its state.';
const EXIT_BLOCKS = 2;

/** The answer in the form that this event of this client needs. Throws when there is none. */
export function answerOutput(
  hooks: ClientHooks,
  eventName: string,
  answer: LoopAnswer,
): HookOutput {
  const row = answersOf(hooks.answers, eventName);
  if (!isAnswer(answer)) {
    throw new Error(`the loop gave no answer that is known, but ${described(answer)}`);
  }
  if (row === null) throw new Error(`there is no answer to the event ${described(eventName)}`);
  switch (answer.kind) {
    case 'pass':
      return answer.say === null || answer.say.trim() === ''
        ? silentOutput(hooks)
        : written((text) => row.say(text, eventName), answer.say);
    case 'undecided': {
      const text = answer.say === null ? answer.problem : `${answer.say}\n${answer.problem}`;
      return written((words) => row.say(words, eventName), text);
    }
    case 'deny': {
      const reason = answer.reason.trim() === '' ? NO_REASON : answer.reason;
      const form = answer.endsSession ? row.end : row.deny;
      return written((text) => form(text, eventName), reason);
    }
    case 'continue': {
      const { goOn } = row;
      if (goOn === null) throw new Error(`"continue" is no answer to the event ${eventName}`);
      return written((text) => goOn(text, eventName), answer.reason);
    }
  }
}

/** Looks at what types only promise: an answer that is none must not count as passing. */
function isAnswer(answer: LoopAnswer): boolean {
  const value: unknown = answer;
  if (typeof value !== 'object' || value === null) return false;
  const { kind, say, reason, problem, endsSession } = value as Readonly<Record<string, unknown>>;
  if (kind === 'pass') return say === null || typeof say === 'string';
  if (kind === 'undecided') return typeof problem === 'string';
  if (kind === 'deny') return typeof reason === 'string' && typeof endsSession === 'boolean';
  return kind === 'continue' && typeof reason === 'string';
}

/** What a failure leaves behind: a refusal where that is possible and right, a note elsewhere. */
export function failureOutput(
  hooks: ClientHooks,
  eventNames: ReadonlySet<string>,
  problem: string,
): HookOutput {
  const remedy = 'Run `tripwire doctor` to see what is wrong.';
  const refusal = `Tripwire could not judge this, so it is refused: ${problem}. ${remedy}`;
  const mayPass = [...eventNames].every((name) => passesOnFailure(hooks, name));
  const [eventName] = eventNames;
  const row = eventName === undefined ? null : answersOf(hooks.answers, eventName);
  if (eventName === undefined || !mayPass) {
    const form = (text: string) =>
      row?.onFailure === 'refuse' ? row.deny(text, eventName ?? '') : null;
    const stderr = `${cleanText(refusal)}\n`;
    return { ...written(form, refusal), stderr, exitCode: EXIT_BLOCKS };
  }
  const note = `Tripwire could not judge this event and lets it pass: ${problem}. ${remedy}`;
  const said = (text: string) => row?.say(text, eventName) ?? null;
  return { ...written(said, note), stderr: `${cleanText(note)}\n` };
}

function passesOnFailure(hooks: ClientHooks, eventName: string): boolean {
  const row = answersOf(hooks.answers, eventName);
  if (row !== null) return row.onFailure === 'tell';
  // An event that is known and not reported has nothing that could be refused. One that is not known might.
  return Object.hasOwn(hooks.readers, eventName);
}

function answersOf(answers: AnswerTable, eventName: string): EventAnswers | null {
  return Object.hasOwn(answers, eventName) ? (answers[eventName] ?? null) : null;
}

/** Words of agents may be in it (names of tools, paths), and clients print what they are answered. */
function written(formOf: (text: string) => object | null, words: string): HookOutput {
  const text = cleanText(words);
  const form = formOf(text);
  if (form === null) return { stdout: '', stderr: `${text}\n`, exitCode: 0 };
  return { stdout: `${JSON.stringify(form)}\n`, stderr: '', exitCode: 0 };
}
