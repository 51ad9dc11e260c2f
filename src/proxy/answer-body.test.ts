/** The body of an answer: whole or in pieces, with a provider that waits for a slow reader and a reader that may leave. */
import { describe, expect, test } from 'vitest';
import { AnswerBody } from './answer-body.ts';
import { BodyTooLarge } from './read-body.ts';

const HALF_FULL = Buffer.alloc(40_000, 'a');

function bodyWith() {
  const told: string[] = [];
  const body = new AnswerBody({
    pause: () => told.push('pause'),
    resume: () => told.push('resume'),
    abort: ({ message }) => told.push(message),
  });
  return { body, told };
}

describe('a whole body', () => {
  test('is all that came, before it was asked for and after', async () => {
    const { body, told } = bodyWith();
    body.take(Buffer.from('one '));
    const whole = body.whole(100);
    body.take(Buffer.from('two '));
    body.take(Buffer.from('three'));
    body.end();
    expect((await whole).toString()).toBe('one two three');
    expect(told).toEqual([]);
  });

  test('may be empty, and may be as large as the limit', async () => {
    const { body } = bodyWith();
    body.end();
    expect(await body.whole(0)).toHaveLength(0);
    const full = bodyWith().body;
    full.take(HALF_FULL);
    full.end();
    expect(await full.whole(HALF_FULL.length)).toEqual(HALF_FULL);
  });

  test('of a byte more than the limit is refused, and its connection ended', async () => {
    const { body, told } = bodyWith();
    body.take(Buffer.from('12345'));
    await expect(body.whole(4)).rejects.toThrow(BodyTooLarge);
    expect(told).toHaveLength(1);
  });

  test('that breaks off is an error', async () => {
    const { body } = bodyWith();
    body.take(Buffer.from('half'));
    const whole = body.whole(100);
    body.fail(new Error('ECONNRESET'));
    await expect(whole).rejects.toThrow('ECONNRESET');
  });
});

describe('a body in pieces', () => {
  test('makes the provider wait for a slow reader, and go on when it has read', async () => {
    const { body, told } = bodyWith();
    body.take(HALF_FULL);
    expect(told).toEqual([]);
    body.take(HALF_FULL);
    expect(told).toEqual(['pause']);
    const pieces = body[Symbol.asyncIterator]();
    expect((await pieces.next()).value).toHaveLength(HALF_FULL.length);
    expect(told).toEqual(['pause', 'resume']);
    body.end();
    expect((await pieces.next()).value).toHaveLength(HALF_FULL.length);
    expect((await pieces.next()).done).toBe(true);
    expect(told).toEqual(['pause', 'resume']);
  });

  test('gives what came before it broke off, and then the problem', async () => {
    const { body } = bodyWith();
    body.take(Buffer.from('a'));
    body.fail(new Error('ECONNRESET'));
    const pieces = body[Symbol.asyncIterator]();
    expect((await pieces.next()).value?.toString()).toBe('a');
    await expect(pieces.next()).rejects.toThrow('ECONNRESET');
  });

  test('gives nothing more once it was ended from here', async () => {
    const { body, told } = bodyWith();
    const pieces = body[Symbol.asyncIterator]();
    const first = pieces.next();
    body.take(Buffer.from('a'));
    expect((await first).value?.toString()).toBe('a');
    body.take(Buffer.from('b'));
    body.destroy(new Error('a person stopped it'));
    body.take(Buffer.from('c'));
    await expect(pieces.next()).rejects.toThrow('a person stopped it');
    expect(told).toEqual(['a person stopped it']);
  });

  test('is ended when its reader leaves early, and left alone when it was over', async () => {
    const { body, told } = bodyWith();
    body.take(Buffer.from('a'));
    for await (const piece of body) {
      expect(piece.toString()).toBe('a');
      break;
    }
    expect(told).toHaveLength(1);
    const whole = bodyWith();
    whole.body.take(Buffer.from('a'));
    whole.body.end();
    for await (const piece of whole.body) expect(piece.toString()).toBe('a');
    expect(whole.told).toEqual([]);
  });
});
