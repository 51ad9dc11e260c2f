/** Normalisation: what changes from one repetition to the next is replaced, the rest stays. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { normaliseText } from '../index.ts';

describe('normalisation', () => {
  const examples: readonly (readonly [string, string])[] = [
    ['order #12345', 'order #<NUM>'],
    ['at 2024-01-15T10:30:00Z sharp', 'at <TS> sharp'],
    ['2024-01-15 10:30:00.123+02:00', '<TS>'],
    ['on 2024/01/15', 'on <TS>'],
    ['at 10:30:05', 'at <TS>'],
    ['built Mon Jan 15 10:30:00 UTC 2024', 'built <TS>'],
    ['Date: Tue, 15 Nov 1994 08:12:31 GMT', 'Date: <TS>'],
    ['[15/Jan/2024:10:30:00 +0000] "GET /"', '[<TS>] "GET /"'],
    ['Feb  6 10:30:00 host cron', '<TS> host cron'],
    ['March 5, 2026 at noon', 'March <NUM>, <NUM> at noon'],
    ['Jan 15 10:30:00 the job began', '<TS> the job began'],
    ['took 0.5762726071180182 ms', 'took <NUM> ms'],
    ['１２３ items, ٤٥٦ more', '<NUM> items, <NUM> more'],
    ['id 550e8400-e29b-41d4-a716-446655440000 done', 'id <ID> done'],
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace <ID>'],
    ['msg_01AbCdEf9 failed', '<ID> failed'],
    ['took 1,234.5 ms, 99.9 %', 'took <NUM> ms, <NUM> %'],
    ['many   spaces\t and\r\nlines ', 'many spaces and lines'],
    // Words that only look like ids stay words.
    ['identify the users and their orders', 'identify the users and their orders'],
    ['a good idea for user_name', 'a good idea for user_name'],
    ['', ''],
  ];
  for (const [text, normal] of examples) {
    verifies('K2', `${JSON.stringify(text)} becomes ${JSON.stringify(normal)}`, () => {
      expect(normaliseText(text)).toBe(normal);
    });
  }

  verifies('K2', 'is stable: normalising twice changes nothing more', () => {
    for (const [text] of examples) {
      expect(normaliseText(normaliseText(text))).toBe(normaliseText(text));
    }
  });
});
