/** Plain calls beside a server: judged there, as the hook's own process would have judged them, and nothing else. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { LoopEvent } from '../../src/clients/hook-event.ts';
import { judgedByServer, serverJournal, type HookServer } from '../../src/hooks/server-journal.ts';
import { throughLoop } from '../../src/hooks/through-loop.ts';
import { askPlainly, type AskPlainly } from '../../src/loop/plain/ask-plainly.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { hookServerPlace, type HookServerPlace } from './hook-server.ts';

const START_MS = 1_800_000_000_000;
const SESSION = 'session-1';
const remedy = 'start it';

/** What happens in the project: an event, or something that a person or the agent does to its files. */
type Happening = Partial<LoopEvent> | ((state: string) => void);

const before = (command: string, more: object = {}) =>
  ({ kind: 'tool-before', tool: 'Bash', args: { command }, ...more }) as Partial<LoopEvent>;
const after = (command: string, result: string, more: object = {}) =>
  ({ ...before(command, more), kind: 'tool-after', result, isError: null }) as Partial<LoopEvent>;
const call = (command: string, result: string, more: object = {}): readonly Happening[] => [
  before(command, more),
  after(command, result, more),
];

/** Work with most of what a project sees: plain calls, subagents, failures, repeats, holds, an edited manifest. */
const WORK: readonly Happening[] = [
  { kind: 'session-start', source: 'startup', model: 'model-1' },
  { kind: 'prompt', text: 'make it work' },
  ...call('ls src', 'a.ts\nb.ts'),
  ...call('cat src/a.ts', 'export const a = 1;'),
  ...call('cat src/b.ts', 'export const b = 2;', { agent: 'helper' }),
  {
    kind: 'tool-before',
    tool: 'Edit',
    args: { file_path: 'src/a.ts', old_string: '1', new_string: '2' },
  },
  {
    kind: 'tool-after',
    tool: 'Edit',
    args: { file_path: 'src/a.ts', old_string: '1', new_string: '2' },
    result: 'ok',
    isError: false,
  },
  ...call('npm test', '1 failed, 3 passed', { callId: 'call-7' }),
  ...call('npm test', '4 passed', { callId: 'call-8' }),
  ...call('git push --force origin main', 'done'),
  ...Array.from({ length: 6 }, () => call('cat missing.txt', 'No such file or directory')).flat(),
  (state: string) => {
    const manifest = join(state, 'MANIFEST.yaml');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(': 100', ': 99 # mine'));
  },
  ...call('cat other.txt', 'something'),
  ...call('cat another.txt', 'something else'),
  (state: string) => writeFileSync(join(state, 'STOP'), ''),
  ...call('cat one.txt', 'one'),
  before('cat two.txt'),
  (state: string) => rmSync(join(state, 'STOP')),
  ...call('cat three.txt', 'three'),
  { kind: 'stop', isStopHookActive: false, lastMessage: 'done' },
  ...call('cat four.txt', 'four'),
];

let place: HookServerPlace;
const project = temporaryFolder('judged');
const state = join(project, '.geometry');
const env = { HOME: temporaryFolder('home') };

function eventOf(more: Partial<LoopEvent>): LoopEvent {
  const usual = { session: SESSION, agent: null, atMs: 0, cwd: project, transcript: null };
  return { ...usual, callId: null, ...more } as LoopEvent;
}

const server = (agent: string): HookServer => ({ url: place.server.url, agent, key: null, remedy });
const own = (one: HookServer) =>
  throughLoop({
    prepare: () => Promise.resolve(),
    open: () => Promise.resolve(serverJournal(one)),
  });

/** Answers and files of all the work; `ask` is asked about plain calls first. */
async function worked(agent: string, ask: AskPlainly | null) {
  rmSync(state, { recursive: true, force: true });
  const answers: unknown[] = [];
  let nowMs = START_MS;
  for (const one of WORK) {
    nowMs += 1_500;
    if (typeof one === 'function') {
      one(state);
      continue;
    }
    const question = { client: 'claude-code', event: eventOf(one), env, nowMs } as const;
    const plain = ask === null ? null : await askPlainly(question, ask);
    answers.push(plain ?? (await own(server(agent))(question)));
  }
  const names = readdirSync(state, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names
    .filter((name) => /\.(?:json|jsonl|yaml|md)$/.test(name))
    .map((name) => [name, readFileSync(join(state, name), 'utf8').replaceAll(agent, 'AGENT')]);
  // A refusal names the incident, and with it the agent.
  return { answers: JSON.stringify(answers, null, 1).replaceAll(agent, 'AGENT'), names, files };
}

let close = () => Promise.resolve();

beforeAll(async () => {
  place = await hookServerPlace('', (closing) => {
    close = closing;
  });
});
afterAll(() => close());

beforeEach(async () => {
  rmSync(state, { recursive: true, force: true });
  const event = eventOf({ kind: 'prompt', text: 'make it work' });
  await own(server('ada'))({ client: 'claude-code', event, env, nowMs: START_MS });
});

describe('a plain call beside a server', () => {
  test('has the answer and leaves the files that the rules in the own process give', async () => {
    const asked: boolean[] = [];
    const judged = await worked('judged-one', async (question) => {
      const outcome = await judgedByServer(server('judged-one'))(question);
      asked.push(outcome !== null);
      return outcome;
    });
    expect(judged).toEqual(await worked('own-one', null));
    // Healthy work is judged there; what is logged, held, reserved or edited is not.
    expect(asked.filter(Boolean).length).toBeGreaterThan(12);
    expect(asked.filter((isJudged) => !isJudged).length).toBeGreaterThan(4);
  });

  test('is refused when the server does not answer, and decided here where it knows no such question', async () => {
    const question = { event: eventOf(before('cat five.txt')), env, nowMs: START_MS * 2 };
    const gone = { ...server('first'), url: 'http://127.0.0.1:9' };
    expect(await askPlainly(question, judgedByServer(gone))).toMatchObject({
      kind: 'deny',
      reason: expect.stringContaining('does not answer') as unknown,
    });
    const older = await answering({ ok: false, problem: 'ask must be standing' });
    expect(await askPlainly(question, judgedByServer(older))).toBeNull();
  });

  test('writes nothing but what it knows, one step at a time, and refuses what is no answer', async () => {
    const question = { event: eventOf(before('cat six.txt')), env, nowMs: START_MS * 2 };
    const files = () => readdirSync(state, { recursive: true, encoding: 'utf8' }).toSorted();
    const names = files();
    const remembered = readFileSync(join(state, 'state.json'), 'utf8');
    const pass = { kind: 'pass', say: null };
    const written = { state: remembered, manifest: null, step: null };
    const wrong = [
      { answer: pass, written: { ...written, step: '{}\n{}' } },
      { answer: pass, written: { ...written, state: null } },
      { answer: pass, written: { ...written, manifest: 7 } },
      { answer: { kind: 'perhaps' }, written },
      { answer: pass },
      'yes',
    ];
    for (const judged of wrong) {
      const answer = await askPlainly(
        question,
        judgedByServer(await answering({ ok: true, judged })),
      );
      expect(answer, JSON.stringify(judged)).toMatchObject({ kind: 'deny' });
    }
    const more = { ...written, STOP: '', '../outside': 'x' };
    const right = await answering({ ok: true, judged: { answer: pass, written: more } });
    expect(await askPlainly(question, judgedByServer(right))).toEqual(pass);
    expect(files()).toEqual(names);
    expect(existsSync(join(project, 'outside'))).toBe(false);
  });
});

describe('what an agent sends to be judged', () => {
  const head = JSON.stringify({ session_id: SESSION, part: 1, continues: null });
  const places = { stateFolder: state, dataFolder: '/d', project, home: '/h' };
  const sent = (more: object = {}) => ({
    event: {
      kind: 'tool-before',
      session: SESSION,
      agent: null,
      callId: null,
      tool: 'Bash',
      args: { command: 'ls' },
      cwd: project,
    },
    atMs: START_MS,
    hasTranscript: false,
    isSupervised: false,
    around: { usage: null, unattended: false, places },
    texts: {
      state: readFileSync(join(state, 'state.json'), 'utf8'),
      manifest: readFileSync(join(state, 'MANIFEST.yaml'), 'utf8'),
      holdFiles: [],
    },
    replay: { head, last: lastStep() },
    ...more,
  });
  const lastStep = () =>
    readFileSync(join(state, 'replays', `${SESSION}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .at(-1) ?? '';
  const judge = async (question: object, self = 'ada') =>
    (await place.post('journal', { ask: 'judge', self, question })).json;
  const stateWith = (change: object) => {
    const { state: text } = sent().texts;
    return { ...sent().texts, state: JSON.stringify({ ...JSON.parse(text), ...change }) };
  };

  test('is judged when it is what a hook sends', async () => {
    expect(await judge(sent())).toMatchObject({
      ok: true,
      judged: { answer: { kind: 'pass' }, written: { manifest: null } },
    });
  });

  test('is refused in the name of another agent, and when it is no call in a folder', async () => {
    const wrong: [object, string?][] = [
      [sent(), 'bob'],
      [sent({ event: { ...sent().event, cwd: 'src' } })],
      [sent({ event: { ...sent().event, kind: 'prompt' } })],
      [sent({ atMs: 'now' })],
      [sent({ around: { usage: { tokens: -1 }, unattended: false, places } })],
      [sent({ around: { usage: null, unattended: false, places: { ...places, home: '../h' } } })],
      [sent({ texts: { ...sent().texts, state: 7 } })],
      [sent({ replay: {} })],
    ];
    for (const [question, self] of wrong) {
      expect(await judge(question, self), JSON.stringify(question)).toMatchObject({ ok: false });
    }
  });

  test('is left to the hook where it is not plain: nothing is recorded and nobody waits', async () => {
    const many = (one: unknown) => Array.from({ length: 60_000 }, () => one);
    const notPlain = [
      sent({ texts: stateWith({ sessions: many({}) }) }),
      sent({ texts: stateWith({ flights: many(0) }) }),
      sent({ texts: stateWith({ tree: 'x'.repeat(100_000) }) }),
      sent({ texts: stateWith({ holds: [[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]] }) }),
      sent({ texts: { ...sent().texts, state: 'no JSON' } }),
      sent({ texts: { ...sent().texts, manifest: 'a: &a [*a, *a]' } }),
      sent({ texts: { ...sent().texts, holdFiles: ['stop'] } }),
      sent({ replay: { head, last: '{}' } }),
      sent({ replay: { head: head.replace(SESSION, 'another'), last: lastStep() } }),
      sent({ event: { ...sent().event, args: { command: 'git push origin main' } } }),
      sent({ event: { ...sent().event, args: { command: 'x'.repeat(600_000) } } }),
    ];
    for (const question of notPlain) {
      const startedAt = performance.now();
      expect(await judge(question)).toEqual({ ok: true, judged: null });
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
  });

  test('cannot lift what stands on another agent, whatever its files say was recorded', async () => {
    const journal = serverJournal(server('victim'));
    const hold = { hold: 'blocker', session: SESSION, details: 'a test' } as const;
    await journal.change([{ ...hold, change: 'raise', agent: 'victim' }]);
    const recorded = [{ hold: 'blocker', agent: 'victim', session: SESSION, journal: 'server' }];
    const { judged } = await judge(sent({ texts: stateWith({ recorded }) }));
    expect(judged).toMatchObject({ answer: { kind: 'pass' } });
    expect((await journal.standing(SESSION)).holds).toHaveLength(1);
  });
});

/** A server that says this, whatever it is asked. */
async function answering(reply: object): Promise<HookServer> {
  const json = JSON.stringify(reply);
  const fake = createServer((_, response) => {
    response.setHeader('content-length', Buffer.byteLength(json));
    response.end(json);
  });
  await new Promise<void>((resolve) => {
    fake.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    fake.close();
  });
  const { port } = fake.address() as AddressInfo;
  return { ...server('first'), url: `http://127.0.0.1:${port}` };
}
