/** Text that repeats itself to its end is a chant; code that does is code. */
import { describe, expect, test } from 'vitest';
import { findChant } from './chant.ts';

describe('a chant', () => {
  test('is a piece over and over at the end of a text', () => {
    expect(findChant(`Done. ${'I will check again now. '.repeat(12)}`)).toMatchObject({
      periodWords: 5,
    });
    expect(findChant(`${'again '.repeat(60)}and then something else was said`)).toBeNull();
  });

  test('is not a block of code with equal lines', () => {
    const rows = 'INSERT INTO prices VALUES (1, 2);\n'.repeat(12);
    expect(findChant(`The fixture:\n\`\`\`sql\n${rows}\`\`\`\n`)).toBeNull();
    expect(findChant(`The fixture:\n\`\`\`sql\n${rows}`)).toBeNull();
  });

  test('is found in a block that never ends, and after a block', () => {
    const rows = 'INSERT INTO prices VALUES (1, 2);\n'.repeat(300);
    expect(findChant(`The fixture:\n\`\`\`sql\n${rows}`)).not.toBeNull();
    expect(findChant(`\`\`\`\nx\n\`\`\`\n${'I will check again now. '.repeat(12)}`)).not.toBeNull();
  });
});
