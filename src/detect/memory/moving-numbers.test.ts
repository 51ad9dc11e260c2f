/** A number counts when it keeps its direction; what goes to and fro is noise. */
import { describe, expect, test } from 'vitest';
import { moveNumbers, type MovingNumbers, type Movement } from './moving-numbers.ts';

/** The movements of looks that show these numbers, one after the other. */
function movements(looks: readonly (readonly number[])[], falling = false): Movement[] {
  const [first = [], ...later] = looks;
  let state: MovingNumbers = { numbers: first, trends: [] };
  return later.map((numbers) => {
    const { after, movement } = moveNumbers(state, numbers, falling);
    state = after;
    return movement;
  });
}

describe('numbers', () => {
  test('that grow or fall go on', () => {
    expect(movements([[45], [46], [48], [51]])).toEqual(['first', 'onward', 'onward']);
    expect(movements([[9], [7], [7], [2]])).toEqual(['first', 'none', 'onward']);
  });

  test('that go to and fro are noise for good', () => {
    expect(movements([[866], [211], [521], [600], [700]])).toEqual([
      'first',
      'none',
      'none',
      'none',
    ]);
  });

  test('of an error count only when there is less of it', () => {
    expect(movements([[51], [52], [53]], true)).toEqual(['none', 'none']);
    expect(movements([[9], [8], [7]], true)).toEqual(['first', 'onward']);
  });

  test('are kept over a look that shows none', () => {
    expect(movements([[1], [], [2], [], [3]])).toEqual(['none', 'first', 'none', 'onward']);
  });
});
