/** The one error class: its code, its field, and that a copy of the package knows it too. */
import { describe, expect, test } from 'vitest';
import { TripwireError } from './index.ts';

describe('TripwireError', () => {
  test('carries a code, a message and the field', () => {
    const error = new TripwireError('USAGE', 'say what', 'words');
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      code: 'USAGE',
      field: 'words',
      message: 'say what',
      name: 'TripwireError',
    });
    expect(new TripwireError('USAGE', 'say what').field).toBeNull();
  });

  test('is recognised across copies of the package, and nothing else is', () => {
    expect(TripwireError.isInstance(new TripwireError('USAGE', 'x'))).toBe(true);
    // What another copy of this file would make.
    const foreign = { [Symbol.for('agent-tripwire.error')]: true };
    expect(TripwireError.isInstance(foreign)).toBe(true);
    for (const other of [null, undefined, 'text', 5, {}, new Error('x')]) {
      expect(TripwireError.isInstance(other)).toBe(false);
    }
  });
});
