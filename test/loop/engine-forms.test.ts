/** Known clients without a terminal, engines as the manifest writes them, and output as people read it. */
import { describe, expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { headlessWords } from '../../src/clients/engine-forms.ts';
import { ADVISOR_BY_DEFAULT, ENGINES_BY_DEFAULT, DEFAULT_MANIFEST } from '../../src/loop/index.ts';
import { readManifest } from '../../src/loop/manifest/read-manifest.ts';
import { toldCost, readableOutput } from '../../src/night/index.ts';

describe('headless forms', () => {
  const first = { session: null, isTold: true, usdMax: null };
  const later = { session: 's1', isTold: true, usdMax: null };
  const advice = { session: null, isTold: false, usdMax: 2.5 };

  test.each([
    ['/usr/bin/claude --model m', first, '--model m -p --output-format stream-json --verbose'],
    ['claude', later, '-p --output-format stream-json --verbose --resume s1'],
    ['claude -p', advice, '-p --output-format json --max-budget-usd 2.50'],
    ['claude --max-budget-usd 1', advice, '--max-budget-usd 1 -p --output-format json'],
    ['gemini', advice, ''],
    ['claude --output-format text', first, '--output-format text -p'],
    ['codex -m m', first, 'exec -m m -'],
    ['codex exec -m m', later, 'exec -m m resume s1 -'],
    ['gemini -m m', first, '-m m'],
    ['gemini', later, '--resume latest'],
    ['opencode run -m m', first, 'run -m m'],
    ['opencode -m run', later, 'run -m run --session s1'],
    ['./worker --as it is', later, '--as it is'],
  ])('%s %j', (command, form, args) => {
    const words = headlessWords(command.split(' '), form);
    expect(words.args.join(' ')).toBe(args);
    expect(words.program).toBe(command.split(' ')[0]);
  });

  test('what points a client at Tripwire stands before all else', () => {
    const words = headlessWords(['codex'], first, ['-c', 'x']);
    expect(words.args).toEqual(['-c', 'x', 'exec', '-']);
  });
});

describe('the manifest', () => {
  const read = (more: string) => readManifest(`${DEFAULT_MANIFEST}${more}`);
  const problem = (more: string) => {
    const found = read(more);
    return found.ok ? 'none' : found.message;
  };

  verifies(['L9', 'L10'], 'without words of its own has the chains of the safety rules', () => {
    expect(read('')).toMatchObject({
      manifest: { engines: ENGINES_BY_DEFAULT, advisor: ADVISOR_BY_DEFAULT },
    });
  });

  verifies(['L9', 'L10'], 'may name other engines and advisors', () => {
    const own = `engines:
  - {name: a, command: claude --model m}
  - {name: b, command: [sh, -c, "x y"], context: offline, cooldown_minutes: 5}
advisor: {commands: [gemini], max_calls: 0, max_usd: 2.5}
`;
    expect(read(own)).toMatchObject({
      manifest: {
        engines: [
          {
            name: 'a',
            command: ['claude', '--model', 'm'],
            context: 'default',
            cooldownMinutes: 30,
          },
          { name: 'b', command: ['sh', '-c', 'x y'], context: 'offline', cooldownMinutes: 5 },
        ],
        advisor: { commands: [['gemini']], maxCalls: 0, timeoutSeconds: 180, maxUsd: 2.5 },
      },
    });
  });

  test.each([
    ['engines: []', 'engines must be'],
    ['engines: [{name: a, command: b}, {name: a, command: c}]', 'different names'],
    ['engines: [{name: a, command: ""}]', 'engines must be'],
    ['engines: [{name: a, command: b, context: night}]', 'context: default'],
    ['engines: [{name: a, command: b, speed: 1}]', 'engines must be'],
    ['advisor: {timeout_seconds: 0}', 'advisor must be'],
    ['advisor: [claude]', 'advisor must be'],
    ['advisor: {mony: 1}', 'advisor must be'],
    ['advisor: {max_usd: -1}', 'max_usd: a number'],
  ])('%s is refused', (written, words) => {
    expect(problem(`${written}\n`)).toContain(words);
  });
});

describe('output', () => {
  test('steps that are told as JSON become words and calls', () => {
    const lines = [
      { type: 'system', subtype: 'init' },
      { type: 'assistant', message: { content: [{ type: 'text', text: 'I look.' }] } },
      {
        type: 'assistant',
        message: { content: [{ type: 'tool_use', name: 'Bash', input: { command: 'ls' } }] },
      },
      { type: 'user', message: { content: [{ type: 'tool_result', content: 'a\nb' }] } },
      { duration_ms: 9, result: 'Done.\nTASK_COMPLETE', type: 'result', total_cost_usd: 0.25 },
    ].map((line) => JSON.stringify(line));
    expect(readableOutput(lines.join('\n'))).toEqual([
      'I look.',
      '→ Bash {"command":"ls"}',
      '  a',
      '  b',
      'Done.',
      'TASK_COMPLETE',
    ]);
  });

  test('last words that were told already are not told again as the result', () => {
    const text = 'Done.\nTASK_COMPLETE';
    const said = { type: 'assistant', message: { content: [{ type: 'text', text }] } };
    const result = JSON.stringify({ result: text, type: 'result' });
    const whole = `${JSON.stringify(said)}\n${result}`;
    expect(readableOutput(whole)).toEqual(['Done.', 'TASK_COMPLETE']);
    expect(readableOutput(result, ['I look.', 'Done.', 'TASK_COMPLETE'])).toEqual([]);
    expect(readableOutput(result, ['Done.'])).toEqual(['Done.', 'TASK_COMPLETE']);
    const failed = { is_error: true, errors: ['Reached maximum budget ($0.01)'], type: 'result' };
    expect(readableOutput(JSON.stringify(failed))).toEqual(['Reached maximum budget ($0.01)']);
  });

  test('what a session cost is the last thing that is told of it', () => {
    const told = (usd: unknown) =>
      JSON.stringify({ session_id: 's1', total_cost_usd: usd, type: 'result' });
    expect(toldCost(`${told(0.25)}\nwords\n${told(0.5)}\n`)).toEqual({ session: 's1', usd: 0.5 });
    expect(toldCost('no "total_cost_usd" here')).toBeNull();
    expect(toldCost(told('much'))).toBeNull();
    expect(toldCost('words')).toBeNull();
  });

  test('everything else stays as it is, without colours', () => {
    expect(readableOutput('\u001B[31mred\u001B[0m\n{"type":broken')).toEqual([
      'red',
      '{"type":broken',
    ]);
  });
});
