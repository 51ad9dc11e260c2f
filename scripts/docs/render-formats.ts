/**
 * The tables of docs/formats.md. Every check of the conformance suite is run for them, so what they say was just seen.
 */
import { codecChecks, type Check, type CodecUnderTest } from '../../test/wire/codec-conformance.ts';
import { anthropicUnderTest } from '../../test/wire/samples/anthropic.ts';
import { geminiUnderTest } from '../../test/wire/samples/gemini.ts';
import { openaiChatUnderTest } from '../../test/wire/samples/openai-chat.ts';
import { openaiResponsesUnderTest } from '../../test/wire/samples/openai-responses.ts';
import { markdownTable } from './markdown-table.ts';

const allTested: readonly CodecUnderTest[] = [
  anthropicUnderTest,
  openaiChatUnderTest,
  openaiResponsesUnderTest,
  geminiUnderTest,
];
const formats = allTested.map(({ codec }) => `\`${codec.format}\``);
const refusal = { agent: 'NAME', kind: 'manual', reason: 'WHY', remedy: 'WHAT TO DO' };

/** How each format is recognised, refused and cut, as the codecs themselves say it. */
export function renderFormatAnswers(): string {
  const row = (name: string, tell: (tested: CodecUnderTest) => string) => [
    name,
    ...allTested.map(tell),
  ];
  return markdownTable(
    ['', ...formats],
    [
      row('paths such as', ({ paths }) => paths.map((path) => `\`${path}\``).join(' ')),
      row('refused with', ({ codec }) => String(codec.refusal(refusal).status)),
      row('a wait that is too long', ({ codec }) => String(codec.busy(1, 'WHY').status)),
      row('a stream that is cut ends with', ({ codec }) => endingOf(codec.ending(refusal))),
    ],
  );
}

/** Behaviour by format: the checks that hold, out of those there are. */
export function renderFormatMatrix(tested: readonly CodecUnderTest[] = allTested): string {
  const checks = tested.map((one) => Map.groupBy(codecChecks(one), groupOf));
  const groups = [...(checks[0]?.keys() ?? [])];
  return markdownTable(
    ['behaviour', ...tested.map(({ codec }) => `\`${codec.format}\``)],
    groups.map((group) => [group, ...checks.map((of) => heldOf(of.get(group) ?? []))]),
  );
}

function endingOf(ending: Buffer | null): string {
  if (ending === null) return 'a broken connection';
  const [line = ''] = ending.toString().split('\n');
  return line.startsWith('event:') ? `\`${line}\`` : '`data: {"error":…}`';
}

/** Checks of one kind have one row. */
function groupOf({ name }: Check): string {
  return name.replace(/: .*$/s, '');
}

function heldOf(checks: readonly Check[]): string {
  const there = checks.flatMap(({ run }) => (run === null ? [] : [run]));
  const held = there.filter(holds).length;
  if (there.length === 0) return '–';
  if (held === there.length) return there.length === 1 ? 'yes' : `yes (${held})`;
  return `**no** (${held} of ${there.length})`;
}

function holds(run: () => void): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
