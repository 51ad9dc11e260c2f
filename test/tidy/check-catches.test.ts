import { expect, test } from 'vitest';
import { checkCatches } from './check-catches.ts';
import { parseSource } from './source-file.ts';

function count(text: string, path = 'src/gate/a.ts'): number {
  return checkCatches(parseSource(path, text)).length;
}

test('a catch that does nothing is found', () => {
  expect(count('a().catch(() => undefined);')).toBe(1);
  expect(count('a().catch(() => {});')).toBe(1);
  expect(count('try { a(); } catch { /* why */ }')).toBe(1);
  expect(count('try { a(); } catch (error) {}')).toBe(1);
});

test('one that tells, answers or handles is not', () => {
  expect(count("a().catch(toLog(log, 'gate', 'doing it'));")).toBe(0);
  expect(count('a().catch((error) => { log(error); });')).toBe(0);
  expect(count('function b() { try { a(); } catch { return null; } }')).toBe(0);
  expect(count('const b = await a().catch(() => null);')).toBe(0);
  expect(count('a().catch(() => undefined);', 'test/a.ts')).toBe(0);
});
