/** Two agents that say each other the same in slightly other words, and two that get on with each message. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { detectThread, type TranscriptEvent } from '../index.ts';

const ROUNDS = 18;
const THINGS = ['invoice', 'refund', 'voucher', 'carrier', 'parcel', 'address', 'discount', 'tax'];
const DEEDS = ['posted', 'checked', 'corrected', 'cancelled', 'renewed', 'merged', 'sent'];

const thing = (index: number) => THINGS[index % THINGS.length] ?? '';
const deed = (index: number) => DEEDS[index % DEEDS.length] ?? '';

/** The rule that stops the one who answers; null where none does. */
function rule(ask: (index: number) => string, answer: (index: number) => string) {
  const events: TranscriptEvent[] = Array.from({ length: ROUNDS }, (_, index) => {
    const atMs = 1_790_000_000_000 + index * 20_000;
    return [
      { kind: 'prompt' as const, text: ask(index), atMs },
      { kind: 'response' as const, text: answer(index), atMs: atMs + 9_000 },
    ];
  }).flat();
  return detectThread({ id: 't', events }).rule;
}

describe('an agent that answers another', () => {
  const asks = (index: number) =>
    `Thank you, the plan for the ${thing(index)} is fine with me. Please confirm that you are ready to begin with it.`;

  verifies('X16', 'with hardly a new word each time is a loop', () => {
    const confirms = (index: number) =>
      `Confirmed, I am ready to begin with the plan as agreed and wait for your word on the ${thing(index)} that is to be ${deed(index)}.`;
    expect(rule(asks, confirms)).toBe('monologue');
  });

  verifies('X16', 'with what it did since is at work', () => {
    const word = (index: number, at: number) => `${thing(index + at)}${deed(index)}${index}x`;
    const tells = (index: number) =>
      `Done: ${word(index, 0)} ${word(index, 1)} ${word(index, 2)} ${word(index, 3)}, next ${word(index, 4)}.`;
    expect(rule(asks, tells)).toBeNull();
  });
});
