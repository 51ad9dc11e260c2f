/** Rules that mind results, and the seeds' own, fire where they are published to and not below. */
import { describe, expect, test } from 'vitest';
import type { Thread } from '../../../src/detect/index.ts';
import { clawmetry } from './clawmetry.ts';
import { crush } from './crush.ts';
import { hermes } from './hermes.ts';
import { asks, call, each, says, threadOf, times } from './make-thread.ts';
import { openclawCritical, openclawWarn } from './openclaw.ts';
import { openHands } from './openhands.ts';
import type { Peer } from './peer.ts';
import { seed000 } from './seed-000.ts';
import { seed001 } from './seed-001.ts';
import { seed002 } from './seed-002.ts';
import { usageGuard } from './usage-guard.ts';
import { zeroclaw } from './zeroclaw.ts';

const ls = call('bash', { command: 'ls' });
const readA = call('read_file', { path: 'a' });
const readB = call('read_file', { path: 'b' });
const red = call('terminal', { command: 'pytest' }, { error: '1 failed' });
const patch = call('patch', { path: 'x' });

interface Example {
  readonly peer: Peer;
  readonly what: string;
  readonly thread: Thread;
  readonly firedAt: number | null;
}

function example(peer: Peer, what: string, thread: Thread, firedAt: number | null): Example {
  return { peer, what, thread, firedAt };
}

const examples: readonly Example[] = [
  example(zeroclaw, 'five equal pairs', threadOf(...times(5, ls)), 4),
  example(zeroclaw, 'four equal pairs', threadOf(...times(4, ls)), null),
  example(zeroclaw, 'two tools in turns', threadOf(...times(5, ls, readA)), 9),
  example(clawmetry, 'three equal calls', threadOf(...times(3, ls)), 2),
  example(clawmetry, 'twenty calls without a write', threadOf(...times(10, readA, readB)), 19),
  example(clawmetry, 'a write between', threadOf(...times(9, readA, readB), patch, readA), null),
  example(usageGuard, 'thirteen agents', threadOf(...times(13, call('task'))), 12),
  example(usageGuard, 'twelve agents', threadOf(...times(12, call('task'))), null),
  example(openHands, 'four equal pairs', threadOf(...times(4, ls)), 3),
  example(openHands, 'three equal pairs', threadOf(...times(3, ls)), null),
  example(openHands, 'new results', threadOf(...each(9, poll)), null),
  example(openHands, 'four failures', threadOf(...each(4, failing)), 3),
  example(openHands, 'three failures', threadOf(...each(3, failing)), null),
  example(openHands, 'ABABAB', threadOf(...times(3, readA, readB)), 5),
  example(openHands, 'another thought each time', threadOf(...thinking(8)), null),
  example(openHands, 'three messages', threadOf(...times(3, says('done'))), 2),
  example(openHands, 'a user between', threadOf(...times(3, ls), asks('go on'), ls), null),
  example(crush, 'six of ten', threadOf(...each(4, readNth), ...times(6, ls)), 9),
  example(crush, 'five of ten', threadOf(...each(5, readNth), ...times(5, ls)), null),
  example(crush, 'nine steps', threadOf(...times(9, ls)), null),
  example(crush, 'new output', threadOf(...each(20, poll)), null),
  example(openclawCritical, 'twenty', threadOf(...times(20, ls)), 19),
  example(openclawCritical, 'nineteen', threadOf(...times(19, ls)), null),
  example(openclawCritical, 'polls with progress', threadOf(...each(25, poll)), null),
  example(openclawCritical, 'ping-pong', threadOf(...times(10, readA, readB)), 19),
  example(openclawCritical, 'a tool that is not there', threadOf(...each(10, unknownTool)), 9),
  example(openclawWarn, 'ten', threadOf(...times(10, ls)), 9),
  example(openclawWarn, 'nine', threadOf(...times(9, ls)), null),
  example(hermes, 'five red runs', threadOf(...times(5, red)), 4),
  example(hermes, 'four red runs', threadOf(...times(4, red)), null),
  example(hermes, 'a patch between', threadOf(...times(12, red, patch).slice(0, 8)), null),
  example(hermes, 'eight failures of a tool', threadOf(...each(8, sendNth)), 7),
  example(hermes, 'seven failures of a tool', threadOf(...each(7, sendNth)), null),
  example(hermes, 'failing commands', threadOf(...each(12, failingCommand)), null),
  example(hermes, 'a read between others', threadOf(...each(9, readInTurns)), 8),
  example(hermes, 'reads that bring more', threadOf(...each(9, poll)), null),
  example(hermes, 'five laps of three', threadOf(...times(5, ls, red, patch)), 14),
  example(hermes, 'fifty-one searches', threadOf(...each(51, searchNth)), 50),
  example(seed000, 'a hundred equal outputs', threadOf(...times(100, ls)), null),
  example(seed001, 'five edits of one file', threadOf(...each(5, editNth)), 4),
  example(seed001, 'four edits of one file', threadOf(...each(4, editNth)), null),
  example(seed001, 'tests in one folder', threadOf(...each(5, testNth)), 4),
  example(seed001, 'five different reads', threadOf(...each(5, readNth)), 4),
  example(
    seed002,
    'healthy work, fifth request',
    threadOf(asks('fix it'), ...each(9, readAnother)),
    4,
  ),
  example(seed002, 'four requests', threadOf(asks('fix it'), ...each(4, readAnother)), null),
  example(seed002, 'the same exchange', threadOf(...times(6, asks('go'), says('done'))), 8),
  example(seed002, 'a conversation', threadOf(...each(12, talk)), null),
];

function poll(n: number) {
  return call('read_file', { path: 'log' }, { result: `line ${n}` });
}

function failing(n: number) {
  return call('edit', { path: 'a' }, { error: `line ${n}: broken` });
}

function thinking(count: number) {
  return Array.from({ length: count }, (_, n) => [says(`thought ${n}`), ls]).flat();
}

function readNth(n: number) {
  return call('read_file', { path: `file-${n}` });
}

/** Names that differ in letters, because the rule does not see digits. */
function readAnother(n: number) {
  return call('read_file', { path: 'x'.repeat(n + 1) });
}

function readInTurns(n: number) {
  return n % 2 === 0 ? readA : readNth(n);
}

function unknownTool(n: number) {
  return call('exec', { command: n }, { error: 'Tool exec not found' });
}

function sendNth(n: number) {
  return call('send_message', { to: n }, { error: 'no route' });
}

function failingCommand(n: number) {
  return call('terminal', { command: `grep ${n}` }, { error: 'exit code 1' });
}

function searchNth(n: number) {
  return call('web_search', { query: `topic ${n}` }, { result: `results ${n}` });
}

function editNth(n: number) {
  return call('Edit', { file_path: `src/${n}/a.ts`, new: n });
}

function testNth(n: number) {
  return call('Bash', { command: `pytest tests/unit/test_${n}.py` });
}

function talk(n: number) {
  return n % 2 === 0 ? asks(`question ${'x'.repeat(n)}`) : says(`answer ${'y'.repeat(n)}`);
}

describe('rules that mind results, and the seeds', () => {
  test.each(examples)('$peer.name: $what → $firedAt', ({ peer, thread, firedAt }) => {
    expect(peer.firedAt(thread)).toBe(firedAt);
  });
});
