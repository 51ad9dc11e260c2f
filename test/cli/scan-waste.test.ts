/** What `tripwire scan` finds besides loops, in transcripts whose every figure is known. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { transcriptFixture } from '../kit/client-homes.ts';
import { jsonLines, runTripwire } from '../kit/run-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const START_MS = Date.parse('2026-11-15T10:00:00Z');
const PRICES = {
  models: { plain: { input: 1, output: 10, cache_read: 0.1, cache_write: 1.25 } },
};

interface Waste {
  readonly kind: string;
  readonly runs: number | null;
  readonly told_by_runs: number;
  readonly not_told_by: Readonly<Record<string, number>>;
  readonly calls: number | null;
  readonly tokens: number | null;
  readonly cost_usd: number | null;
}

/** A session of Claude Code, line by line. */
class Session {
  readonly #lines: object[] = [];
  readonly #common: object;
  #atMs = START_MS;
  #count = 0;

  constructor(id: string, agentId?: string) {
    const side = agentId === undefined ? {} : { agentId, isSidechain: true };
    this.#common = { sessionId: id, cwd: '/home/ada/shop', ...side };
  }

  prompt(content: string): this {
    return this.#add('user', { role: 'user', content });
  }

  /** The model calls a tool, and the tool answers. */
  call(command: string, result: string, usage: object, isError = false): this {
    const id = this.#id('call');
    this.answered([{ type: 'tool_use', name: 'Bash', id, input: { command } }], usage);
    const part = { type: 'tool_result', tool_use_id: id, content: result, is_error: isError };
    return this.#add('user', { role: 'user', content: [part] });
  }

  answer(text: string, usage: object): this {
    return this.answered([{ type: 'text', text }], usage);
  }

  answered(content: readonly object[], usage: object): this {
    return this.#add('assistant', { id: this.#id('msg'), model: 'plain', content, usage });
  }

  wait(minutes: number): this {
    this.#atMs += minutes * 60_000;
    return this;
  }

  text(): string {
    return jsonLines(this.#lines);
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }

  #add(type: string, message: object): this {
    this.#atMs += 1_000;
    const timestamp = new Date(this.#atMs).toISOString();
    this.#lines.push({ ...this.#common, type, timestamp, uuid: this.#id('line'), message });
    return this;
  }
}

const used = (read: number, written: number, output = 10) => ({
  input_tokens: 0,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: written,
  output_tokens: output,
});

/** Reads a file, writes it, says so. */
function healthy(id: string): Session {
  return new Session(id)
    .prompt('rename the basket')
    .call('cat basket.ts', 'export const basket = 1;', used(0, 1_000))
    .call('sed -i s/basket/cart/ basket.ts', '', used(1_000, 100))
    .call('cat cart.test.ts', 'expect(cart)', used(1_100, 100))
    .answer('The basket is a cart now.', used(1_200, 100));
}

async function scanned(sessions: Readonly<Record<string, Session>>) {
  const home = temporaryFolder();
  for (const [path, session] of Object.entries(sessions)) {
    const file = join(home, '.claude/projects/-home-ada-shop', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, session.text());
  }
  const prices = join(home, 'prices.json');
  const page = join(home, 'page.html');
  writeFileSync(prices, JSON.stringify(PRICES));
  const scan = (...args: readonly string[]) =>
    runTripwire(['scan', '--prices', prices, ...args], '', {
      CLAUDE_CONFIG_DIR: '',
      TRIPWIRE_DATA: '',
      HOME: home,
    });
  const { stdout, stderr, code } = await scan('--json', '--html', page);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const { waste } = JSON.parse(stdout) as { readonly waste: readonly Waste[] };
  return {
    of: (kind: string) => waste.find((one) => one.kind === kind),
    text: async () => (await scan()).stdout,
    page: () => readFileSync(page, 'utf8'),
  };
}

verifies('X2', 'a healthy run has a starting context and nothing else', async () => {
  const { of, text } = await scanned({ 'a.jsonl': healthy('a') });
  expect(of('starting_context')).toMatchObject({ runs: 1, tokens: 1_000, cost_usd: 0.001_25 });
  for (const kind of ['subagents', 'cache_rewritten', 'error_streaks', 'retries', 'unfinished']) {
    expect(of(kind)).toMatchObject({ runs: 0, told_by_runs: 1, calls: 0, tokens: 0, cost_usd: 0 });
  }
  expect(await text()).toContain('It didn’t get stuck.');
});

test('subagents: all that they used, and their share', async () => {
  const sub = new Session('a', 'helper')
    .prompt('look for the notes')
    .call('ls', 'notes', used(0, 2_400))
    .answer('They are in notes.', used(2_400, 100));
  const { of, text } = await scanned({
    'a.jsonl': healthy('a'),
    'a/subagents/agent-helper.jsonl': sub,
  });
  expect(of('subagents')).toMatchObject({ runs: 1, told_by_runs: 2, calls: 1, tokens: 4_920 });
  expect(await text()).toMatch(/subagents +1 of 2 +1 +4\.9k +\S+ +51 %/);
});

test('a cache that is written again after a pause; not one that is read after a short one', async () => {
  const session = healthy('a')
    .wait(4)
    .prompt('and the total')
    .answer('Done.', used(1_300, 50))
    .wait(20)
    .prompt('and the tax')
    .answer('Done as well.', used(300, 1_250));
  const { of } = await scanned({ 'a.jsonl': session });
  // Of the 1,350 tokens that were sent before, 300 were still there; writing 1,050 again cost 1.15 more a million.
  expect(of('cache_rewritten')).toMatchObject({
    runs: 1,
    calls: 1,
    tokens: 1_050,
    cost_usd: 0.001_208,
  });
});

test('errors in a row from the third on, and calls that were made again after they failed', async () => {
  const fails = (session: Session, commands: readonly string[]) => {
    for (const command of commands)
      session.call(command, `${command}: broken`, used(1_000, 0), true);
    return session;
  };
  const two = fails(healthy('a').prompt('build'), ['make', 'make all']).call(
    'make it',
    'ok',
    used(1_000, 0),
  );
  const few = await scanned({ 'a.jsonl': two.answer('Built.', used(1_000, 0)) });
  expect(few.of('error_streaks')).toMatchObject({ runs: 0, calls: 0 });
  expect(few.of('retries')).toMatchObject({ runs: 0, calls: 0 });
  const three = fails(healthy('b').prompt('build'), ['make', 'make', 'make all']);
  const many = await scanned({ 'b.jsonl': three.answer('It does not build.', used(1_000, 0)) });
  expect(many.of('error_streaks')).toMatchObject({ runs: 1, calls: 3, tokens: 3_030 });
  expect(many.of('retries')).toMatchObject({ runs: 1, calls: 1, tokens: 1_010 });
});

test('work that ends without an answer, since its last prompt', async () => {
  const cut = healthy('a').prompt('and the tax').call('cat tax.ts', 'export {}', used(1_300, 50));
  const { of, page } = await scanned({ 'a.jsonl': cut, 'b.jsonl': healthy('b') });
  expect(of('unfinished')).toMatchObject({ runs: 1, told_by_runs: 2, calls: 1, tokens: 1_360 });
  expect(page()).toContain('unfinished work');
});

test('what a form does not tell is not known, and says by whom', async () => {
  const page = join(temporaryFolder(), 'page.html');
  const codex = transcriptFixture('codex/healthy.jsonl');
  const { stdout } = await runTripwire(['scan', '--only', codex, '--html', page, '--json'], '');
  const { waste } = JSON.parse(stdout) as { readonly waste: readonly Waste[] };
  const nothing = {
    runs: null,
    told_by_runs: 0,
    not_told_by: { codex: 1 },
    calls: null,
    tokens: null,
  };
  for (const kind of ['subagents', 'cache_rewritten']) {
    expect(waste).toContainEqual(expect.objectContaining({ kind, ...nothing, cost_usd: null }));
  }
  expect(readFileSync(page, 'utf8')).toContain(
    'Not recorded in any transcript here: Codex (1 run).',
  );
});
