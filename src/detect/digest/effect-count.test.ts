/** Which answers say that a portion of something was done, and which only hold a number. */
import { expect, test } from 'vitest';
import { takesPortion } from './effect-count.ts';

const SQL = 'DELETE FROM events WHERE old LIMIT 500';

test('what is taken away is less afterwards', () => {
  for (const said of [
    'DELETE 500',
    '500 rows purged',
    'Archived 1,200 messages.',
    '{"archived":200}',
    '{"deleted_count": 25}',
    '12 expired sessions were removed in 3 s',
  ])
    expect(takesPortion(said, ''), said).toBe(true);
});

test('what is done may be done to the same things, unless the call bounds it', () => {
  for (const said of [
    'UPDATE 500',
    'Query OK, 500 rows affected',
    'sent 500 letters',
    '{"rows_affected":500,"elapsed_ms":41}',
    '{"affectedRows": 500}',
    '{"modifiedCount":500}',
    '{"rowcount":500}',
  ]) {
    expect(takesPortion(said, SQL), said).toBe(true);
    expect(takesPortion(said, 'UPDATE customers SET tier = 1'), said).toBe(false);
  }
});

test('nothing done, one thing done, and other numbers are no portion', () => {
  for (const said of [
    'DELETE 0',
    '{"undeleted":500}',
    '{"not_deleted":500}',
    '{"failed_deleted":500}',
    'DELETE 1',
    '{"archived":0}',
    '0 rows purged',
    '212 tests passed',
    'found 500 rows',
    'added 4 packages, removed 2 packages',
    `A report.\n${'500 rows purged. '.repeat(40)}`,
  ])
    expect(takesPortion(said, SQL), said).toBe(false);
});
