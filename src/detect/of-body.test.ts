/** The public questions about a body give what the conversation gives, headers included. */
import { expect, test } from 'vitest';
import { isSideRequest, sideRequestKind } from './of-body.ts';

const body = { input: [{ role: 'user', content: 'go' }] };
const told = (kind: string) => ({
  headers: { 'x-codex-turn-metadata': JSON.stringify({ request_kind: kind }) },
});

test('a header says what a request is for', () => {
  expect(sideRequestKind(body, told('compaction'))).toBe('compaction');
  expect(isSideRequest(body, told('prewarm'))).toBe(true);
});

test('a turn is a step, and so is a request whose header comes twice', () => {
  expect(isSideRequest(body, told('turn'))).toBe(false);
  expect(isSideRequest(body, { headers: { 'x-codex-turn-metadata': ['{}', '{}'] } })).toBe(false);
});
