import { expect, test } from 'vitest';
import { checkCatches } from './check-catches.ts';
import { parseSource } from './source-file.ts';
import { withExceptions } from './with-exceptions.ts';

const silent = 'try { a(); } catch {}';
const files = [
  parseSource('src/gate/a.ts', silent),
  parseSource('src/gate/a.tsx', silent),
  parseSource('src/proxy/relay/b.ts', silent),
  parseSource('src/store/c.ts', 'a();'),
];

function problems(exceptions: Readonly<Record<string, string>>): string[] {
  return withExceptions(
    checkCatches,
    exceptions,
  )(files).map(({ file, message }) => `${file}: ${message.split(':', 1)[0]}`);
}

test('an exception covers its file or its folder, and nothing beside it', () => {
  expect(problems({ 'src/gate/a.ts': 'why', 'src/proxy/': 'why' })).toEqual([
    'src/gate/a.tsx: no silent catch',
  ]);
});

test('an exception that nothing needs is a problem', () => {
  const rest = { 'src/gate/': 'why', 'src/proxy/': 'why' };
  const told = 'test/tidy/rules.ts: src/store/c.ts is an exception that nothing needs';
  expect(problems({ ...rest, 'src/store/c.ts': 'why' })).toEqual([told]);
});
