/** Rules that compare calls alone fire where they are published to, and one call below they do not. */
import { describe, expect, test } from 'vitest';
import type { Thread } from '../../../src/detect/index.ts';
import { browserUse } from './browser-use.ts';
import { cline } from './cline.ts';
import { deerFlow } from './deer-flow.ts';
import { geminiCli } from './gemini-cli.ts';
import { asks, call, each, says, threadOf, times } from './make-thread.ts';
import { openRouterBlock, openRouterStop } from './open-router.ts';
import { opencode } from './opencode.ts';
import type { Peer } from './peer.ts';
import { qwenCode } from './qwen-code.ts';
import { rooCode } from './roo-code.ts';

const ls = call('bash', { command: 'ls' });
const readA = call('read_file', { path: 'a', start_line: 1 });
const readAOtherOrder = call('read_file', { start_line: 1, path: 'a' });
const readB = call('read_file', { path: 'b' });

interface Example {
  readonly peer: Peer;
  readonly what: string;
  readonly thread: Thread;
  readonly firedAt: number | null;
}

function example(peer: Peer, what: string, thread: Thread, firedAt: number | null): Example {
  return { peer, what, thread, firedAt };
}

const searches = ['votes answers questions', 'questions votes answers', 'answers questions votes'];

const examples: readonly Example[] = [
  example(opencode, 'three in a row', threadOf(...times(3, ls)), 2),
  example(opencode, 'two', threadOf(...times(2, ls)), null),
  example(opencode, 'a text between', threadOf(ls, ls, says('hm'), ls, ls), null),
  example(rooCode, 'four, keys in any order', threadOf(...times(2, readA, readAOtherOrder)), 3),
  example(rooCode, 'three', threadOf(...times(3, ls)), null),
  example(rooCode, 'another call between', threadOf(...times(3, ls), readA, ...times(3, ls)), null),
  example(cline, 'five', threadOf(...times(5, ls)), 4),
  example(cline, 'four', threadOf(...times(4, ls)), null),
  example(geminiCli, 'five laps of two', threadOf(...times(5, readA, readB)), 9),
  example(geminiCli, 'four laps of two', threadOf(...times(4, readA, readB)), null),
  example(geminiCli, 'a prompt between', threadOf(...times(4, ls), asks('go on'), ls), null),
  example(geminiCli, 'keys in another order', threadOf(...times(4, ls), readA, readB), null),
  example(geminiCli, 'five laps of six', threadOf(...times(5, ...each(6, readNth))), null),
  example(
    geminiCli,
    'a chant',
    threadOf(says('I am done and nothing is left to do. '.repeat(20))),
    0,
  ),
  example(geminiCli, 'prose', threadOf(says(prose(40))), null),
  example(deerFlow, 'five of twenty', threadOf(...times(5, ls, readB).slice(0, 9)), 8),
  example(deerFlow, 'four of twenty', threadOf(...times(4, ls), ...each(30, readNth)), null),
  example(deerFlow, 'one range of 200 lines', threadOf(...each(5, (n) => lines(n * 10))), 4),
  example(deerFlow, 'other ranges', threadOf(...each(5, (n) => lines(n * 200))), null),
  example(deerFlow, 'new contents', threadOf(...each(9, writeNth)), null),
  example(deerFlow, 'fifty of one tool', threadOf(...each(60, readNth)), 49),
  example(browserUse, 'a search in other words', threadOf(...searchFor(5)), 4),
  example(browserUse, 'four', threadOf(...searchFor(4)), null),
  example(browserUse, 'waiting', threadOf(...times(9, call('wait'))), null),
  example(openRouterBlock, 'other tools do not reset', threadOf(...times(3, ls, readB)), 4),
  example(openRouterBlock, 'other arguments do', threadOf(readA, readA, readB, readA, readA), null),
  example(openRouterBlock, 'a tail of no', threadOf(says(`so ${'no '.repeat(10)}`)), 0),
  example(
    openRouterBlock,
    'recovered',
    threadOf(says(`${'no '.repeat(10)} fixed, it works`)),
    null,
  ),
  example(openRouterStop, 'six', threadOf(...times(6, ls)), 5),
  example(openRouterStop, 'five', threadOf(...times(5, ls)), null),
  example(qwenCode, 'five in a row', threadOf(...times(5, ls)), 4),
  example(qwenCode, 'ABABAB', threadOf(...times(3, ls, readB)), 5),
  example(qwenCode, 'one tool eight times', threadOf(...each(8, readNth)), 7),
  example(qwenCode, 'one tool seven times', threadOf(...each(7, readNth)), null),
  example(qwenCode, 'reads after a write', threadOf(writeNth(0), ...each(9, mixedRead)), 8),
  example(qwenCode, 'a thought three times', threadOf(...times(3, says('let me see'))), 2),
  example(qwenCode, 'a prompt between', threadOf(...times(4, ls), asks('more'), ls), null),
];

function readNth(n: number) {
  return call('read_file', { path: `file-${n}` });
}

function writeNth(n: number) {
  return call('write_file', { path: 'a', content: `version ${n}` });
}

function mixedRead(n: number) {
  return call(n % 2 === 0 ? 'read_file' : 'grep', { path: `file-${n}` });
}

function lines(from: number) {
  return call('read_file', { path: 'a', start_line: from });
}

function searchFor(count: number) {
  return each(count, (n) => call('search', { query: searches[n % searches.length] }));
}

function prose(sentences: number): string {
  return Array.from({ length: sentences }, (_, n) => `Sentence ${n * 7919} says ${n * n}.`).join(
    ' ',
  );
}

describe('rules that compare calls', () => {
  test.each(examples)('$peer.name: $what → $firedAt', ({ peer, thread, firedAt }) => {
    expect(peer.firedAt(thread)).toBe(firedAt);
  });
});
