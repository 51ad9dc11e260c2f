/**
 * A worker that behaves as told: `node scripted-worker.ts PROJECT ENGINE`, one process for each turn, its prompt on
 * standard input.
 *
 * It counts its turns in a file of the project and has hooks as a coding agent has. In four of its turns it goes wrong:
 * it repeats itself, fills its context, goes in a circle, or its provider is overloaded.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoopAnswer, LoopEvent } from '../../src/clients/hook-event.ts';
import { handleLoopEvent } from '../../src/loop/index.ts';

const [, , project = '', engine = ''] = process.argv;
const file = (name: string) => join(project, name);
const prompt = readFileSync(0, 'utf8');
/** It is no known client, so every prompt begins with the task and its rules; what is new stands behind them. */
const [task = '', , news] = prompt.split('\n\n');
const [firstLine = ''] = (task === 'Count to a hundred.' ? (news ?? task) : prompt).split('\n');
const turns = existsSync(file('turns.txt')) ? readFileSync(file('turns.txt'), 'utf8') : '';
const turn = turns.split('\n').length;
const isFresh = firstLine.startsWith('Read .geometry/MISSION_BRIEFING.md') || turn === 1;
if (isFresh) writeFileSync(file('session.txt'), `session-${turn}`);
const session = readFileSync(file('session.txt'), 'utf8');
appendFileSync(file('turns.txt'), `${turn} ${engine} ${session}: ${firstLine}\n`);

const REPEATS = 5;
const ROUNDS = 3;
const FULL_TOKENS = 162_000;
let calls = 0;

switch (turn) {
  case 20:
    for (let count = 0; count < REPEATS; count += 1)
      await call('Bash', { command: 'cat nowhere' }, 'No such file', true);
    await forever();
    break;
  case 40:
    writeFileSync(file('transcript.jsonl'), `${JSON.stringify(answered(FULL_TOKENS))}\n`);
    await call('Read', { file_path: file('a.ts') }, 'text', false, file('transcript.jsonl'));
    await send(
      { kind: 'stop', isStopHookActive: false, lastMessage: null },
      file('transcript.jsonl'),
    );
    break;
  case 60:
    for (let count = 0; count < ROUNDS; count += 1) {
      await call('Bash', { command: 'cat nowhere' }, 'No such file', true);
      await call('Bash', { command: 'cat elsewhere' }, 'No such file there', true);
    }
    await forever();
    break;
  case 70:
    console.log('API Error: 529 overloaded_error');
    process.exitCode = 1;
    break;
  default:
    await work();
}

/** An edit, a test that passes, and the end of the turn. */
async function work(): Promise<void> {
  writeFileSync(file('a.ts'), `export const turn = ${turn};\n`);
  await call(
    'Edit',
    { file_path: file('a.ts'), new_string: String(turn) },
    'The file has been updated.',
  );
  await call('Bash', { command: 'npm test' }, `${turn} passed, 0 failed`);
  await send({ kind: 'stop', isStopHookActive: false, lastMessage: null });
  console.log(`turn ${turn} is done`);
}

async function call(
  tool: string,
  args: unknown,
  result: string,
  isError = false,
  transcript: string | null = null,
): Promise<void> {
  calls += 1;
  const asked = { callId: `call_${turn}_${calls}`, tool, args };
  const before = await send({ ...asked, kind: 'tool-before' }, transcript);
  if (before.kind === 'pass')
    await send({ ...asked, kind: 'tool-after', result, isError }, transcript);
}

type Sent<Event = LoopEvent> = Event extends LoopEvent
  ? Omit<Event, 'session' | 'agent' | 'atMs' | 'cwd' | 'transcript'>
  : never;

async function send(own: Sent, transcript: string | null = null): Promise<LoopAnswer> {
  const nowMs = Date.now();
  const event = {
    session,
    agent: null,
    atMs: nowMs,
    cwd: project,
    transcript,
    ...own,
  } as LoopEvent;
  const answer = await handleLoopEvent({ event, env: process.env, nowMs });
  const isDenied = answer.kind === 'deny' && answer.reason.includes('cannot decide');
  if (answer.kind === 'undecided' || isDenied) {
    console.log(answer.kind === 'undecided' ? answer.problem : answer.reason);
    return send(own, transcript);
  }
  return answer;
}

function answered(tokens: number) {
  return {
    type: 'assistant',
    message: { model: 'claude-sonnet-4-5', usage: { input_tokens: tokens } },
  };
}

/** Until somebody ends it. */
function forever(): Promise<never> {
  return new Promise(() => setInterval(() => undefined, 1_000));
}
