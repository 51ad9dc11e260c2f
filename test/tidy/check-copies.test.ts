import { describe, expect, test } from 'vitest';
import { checkCopies } from './check-copies.ts';
import { parseSource } from './source-file.ts';

function messages(text: string, path = 'src/gate/a.ts'): string[] {
  return checkCopies(parseSource(path, text)).map(({ message }) => message);
}

describe('what exists once', () => {
  test.each([
    'function fieldsOf(value: unknown) { return value ?? {}; }',
    'export function textOf(file: string) { return file; }',
    'const parsed = (text: string) => text;',
    "const a = (v: unknown) => typeof v === 'object' && v !== null && !Array.isArray(v);",
    "if (typeof it !== 'object' || it === null || Array.isArray(it)) throw new Error();",
    'function read(text: string) {\n  try {\n    return JSON.parse(text);\n  } catch {\n    return null;\n  }\n}',
    "const text = () => {\n  try {\n    return readFileSync(file, 'utf8');\n  } catch (error) {\n    return null;\n  }\n};",
    "const code = error instanceof Error && 'code' in error ? error.code : null;",
    'const words = thrown instanceof Error ? thrown.message : String(thrown);',
    "map.delete(map.keys().next().value ?? '');",
    'type Env = Readonly<Record<string, string | undefined>>;',
    'writeFileSync(partial, text);\nrenameSync(partial, file);',
    'const timer = setTimeout(reject, 5);\nawait Promise.race([work, late]);',
    'await Promise.race([work, delay(5)]);',
    'worker.postMessage({ id, request });',
    'try {\n  const v = JSON.parse(text);\n  take(v);\n} catch {\n  leave();\n}',
  ])('is found again: %s', (text) => {
    expect(messages(text)).toHaveLength(1);
    expect(messages(text, 'src/gate/a.test.ts')).toEqual([]);
    expect(messages(text, 'test/kit/a.ts')).toEqual([]);
  });

  test.each([
    "import { fieldsOf } from '../base/json-values.ts';\nexport const a = fieldsOf(null);",
    'const parsed = read(text);',
    "const a = typeof v === 'object' && v !== null;",
    'try {\n  take(JSON.parse(text));\n} catch (error) {\n  refuse(error);\n}',
  ])('is used, or is something else: %s', (text) => {
    expect(messages(text)).toEqual([]);
  });

  test('its own home may have it', () => {
    const text = 'export function fieldsOf(value: unknown) { return value; }';
    expect(messages(text, 'src/base/json-values.ts')).toEqual([]);
  });
});
