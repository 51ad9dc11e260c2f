/** The matrix of docs/formats.md tells what was seen: a codec that fails a check is not shown as one that passes. */
import { expect, test } from 'vitest';
import { renderFormatMatrix } from '../../scripts/docs/render-formats.ts';
import { geminiUnderTest } from '../wire/samples/gemini.ts';

const rowOf = (table: string, name: string) =>
  table.split('\n').find((line) => line.startsWith(`| ${name} |`));

test('what holds, what does not, and what is not there', () => {
  const { codec } = geminiUnderTest;
  const deaf = { ...codec, readResponse: () => codec.readResponse(null) };
  const table = renderFormatMatrix([geminiUnderTest, { ...geminiUnderTest, codec: deaf }]);
  expect(rowOf(table, 'one tool')).toBe('| one tool | yes (4) | **no** (3 of 4) |');
  expect(rowOf(table, 'a step is known as one')).toBe('| a step is known as one | yes | yes |');
  const ending = 'an ending is an error in the stream, and no end of it';
  expect(rowOf(table, ending)).toBe(`| ${ending} | – | – |`);
});
