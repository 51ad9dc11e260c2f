/** The six lights that a person sees follow the eleven flags. */
import { expect, test } from 'vitest';
import { invariantsOf } from '../index.ts';

test('the six lights follow the flags', () => {
  expect(Object.values(invariantsOf(2_047)).every(Boolean)).toBe(true);
  expect(invariantsOf(2_047 - 8)).toMatchObject({
    E_ext_under_caps: false,
    rest_fraction_ok: true,
  });
  expect(invariantsOf(2_047 - 32)).toMatchObject({ min_pause_respected: false });
  expect(invariantsOf(2_047 - 64)).toMatchObject({ min_pause_respected: false });
});
