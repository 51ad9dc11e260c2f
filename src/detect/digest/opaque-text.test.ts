/** What is new each time without saying anything is masked; words and plain numbers stay. */
import { describe, expect, test } from 'vitest';
import { resultLines } from './result-lines.ts';

const line = (text: string) => resultLines(text, 'exact').join('\n');

describe('equal but for what is opaque', () => {
  test.each([
    ['took: 46.91 ms for 3 rows', 'took: 7.2 ms for 3 rows'],
    ['{"duration_seconds": 1.01, "rows": 3}', '{"duration_seconds": 12.9, "rows": 3}'],
    ['wrote /tmp/report-W8rWiY.csv', 'wrote /tmp/report-QiVxFV.csv'],
    ['dir /tmp/build-uftoeqMw/out.log', 'dir /tmp/build-mm9J9wF8/out.log'],
    ['request 07c380a201f1 refused', 'request 29ecbbdcb0cf refused'],
    ['checked_at 1786177723', 'checked_at 1786177999'],
    ['report run VCAvdvDxQh', 'report run SwWXQJCLqh'],
    ['Segmentation fault at 0xf5d0999dc32b', 'Segmentation fault at 0x82db0d58a7b0'],
    [
      'a.txt\n<shellId: 3 completed with exit code 0>',
      'a.txt\n<shellId: 4 completed with exit code 0>',
    ],
    ['terminal_id=12 closed', 'terminal_id=13 closed'],
    [
      'https://a.test/issues/217#issuecomment-2985184558',
      'https://a.test/issues/217#issuecomment-2310098961',
    ],
    [
      '{"rows":[["2519433.47"]],"job":"131cf51b-1db5"}',
      '{"rows":[["2519433.47"]],"job":"8706f764-c9aa"}',
    ],
    ['evicting pod web-7d4b9c6f5f-x2kqz', 'evicting pod web-6c8f5d9b47-hm4tw'],
    ['2026-08-15T12:41:58.150Z up', '2026-08-16T01:02:03.004Z up'],
  ])('%s', (one, other) => {
    expect(line(one)).toBe(line(other));
  });
});

describe('not equal', () => {
  test.each([
    ['45 % done', '46 % done'],
    ['<shellId: 3 completed with exit code 0>', '<shellId: 4 completed with exit code 1>'],
    ['userId: 3 is free', 'userId: 4 is free'],
    ['page 2 of 9', 'page 3 of 9'],
    ['getUserName', 'getUserMail'],
    ['JavaScript', 'TypeScript'],
    ['pkg-03 built', 'pkg-04 built'],
    // What is joined to an id and is a word stays: it says what is there.
    ['job 131cf51b-1db5-failed', 'job 131cf51b-1db5-passed'],
  ])('%s and %s', (one, other) => {
    expect(line(one)).not.toBe(line(other));
  });
});
