/** What is the next of many things, and what is the same thing in another way. */
import { describe, expect, test } from 'vitest';
import { digestStep, type StepDigest } from '../digest/step-digest.ts';
import { withNear, type NearCall } from './near-calls.ts';
import { isBegun, wasGranted, wentWellAt } from './next-thing.ts';

const run = (command: string, result = 'done'): StepDigest =>
  digestStep({ kind: 'tool', tool: 'bash', args: { command }, result });
const book = (room: string, day: string, result: string): StepDigest =>
  digestStep({ kind: 'tool', tool: 'book_room', args: { room, day }, result });

function after(all: readonly StepDigest[]): readonly NearCall[] {
  return all.reduce<readonly NearCall[]>((near, one, step) => withNear(near, one, step), []);
}

describe('a command for another thing', () => {
  test('names it in few words, or by a name with a number', () => {
    expect(isBegun(after([run('git merge feature/login')]), run('git merge feature/search'))).toBe(
      true,
    );
    const boot = (level: number) =>
      `emulator -avd api${level} -no-window -no-audio -gpu swiftshader -port 5554`;
    expect(isBegun(after([run(boot(28))]), run(boot(33)))).toBe(true);
  });

  test('is none by another word in a text, by a word of late, or by two words', () => {
    const commit = (verb: string) => `git commit -am "${verb} the documentation of the parser"`;
    expect(isBegun(after([run(commit('Polish'))]), run(commit('Refine')))).toBe(false);
    const to = after([run('git checkout main'), run('git checkout dev')]);
    expect(isBegun(to, run('git checkout main'))).toBe(false);
    expect(isBegun(after([run('npm install left')]), run('yarn install right'))).toBe(false);
  });
});

describe('a deed like one before', () => {
  const granted = book('Aspen', 'monday', 'Booked.');

  test('was granted where that one went well', () => {
    expect(wasGranted(after([granted]), book('Birch', 'monday', 'Already booked.'))).toBe(true);
    const denied = book('Aspen', 'monday', 'No such room.');
    expect(wasGranted(after([denied]), book('Birch', 'monday', 'No such room.'))).toBe(false);
  });

  test('went well when it was last done to something else', () => {
    const near = after([granted, run('date')]);
    expect(wentWellAt(near, book('Birch', 'monday', 'Already booked.'))).toBe(0);
    expect(wentWellAt(near, book('Birch', 'friday', 'Already booked.'))).toBe(-1);
  });
});
