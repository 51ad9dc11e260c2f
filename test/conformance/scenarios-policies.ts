/**
 * Policies through an adapter: what is denied does not run, and the model reads why.
 */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  ALLOWED,
  CallQuota,
  HostFilesystem,
  ReadBeforeWritePolicy,
  SequentialDependencyPolicy,
  denied,
  type ToolPolicy,
} from '../../src/guardrails/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { expectReason, timesSeen, turn, work } from './adapter-stage.ts';
import type { Run, Scenario } from './scenario.ts';

const REASON = 'nobody works on this before noon';

/** Denies the work of this name. */
const denies = (what: string): ToolPolicy => ({
  name: `no-${what}`,
  check: (_tool, params) =>
    JSON.stringify(params).includes(`"${what}"`) ? denied(REASON) : ALLOWED,
});

const needs = ['toolPolicies'] as const;

export const policyScenarios: readonly Scenario[] = [
  {
    title: 'the model reads why a tool was denied, once, as the result of its call',
    needs: ['toolPolicies', 'denialReasons'],
    rows: ['G1'],
    play: async (run) => {
      const moves = [turn(work('bad')), turn(work('good'))];
      const played = await run({ moves, policies: [denies('bad')] });
      expect(timesSeen(played, REASON, 1)).toBe(1);
      expect(timesSeen(played, REASON)).toBe(1);
    },
  },
  {
    title: 'a denied tool does not run; others run',
    needs,
    rows: ['G1'],
    play: async (run) => {
      const moves = [turn(work('bad')), turn(work('good'))];
      const played = await run({ moves, policies: [denies('bad')] });
      expect(played.ran).toEqual(['good']);
      expect(timesSeen(played, 'good is done', 2)).toBe(1);
      expect(played.model.inputs).toHaveLength(3);
    },
  },
  {
    title: 'all policies must allow',
    needs,
    rows: ['G1', 'G5'],
    play: async (run) => {
      const open: ToolPolicy = { name: 'open', check: () => ALLOWED };
      const last: ToolPolicy = { name: 'last', check: () => ALLOWED };
      const policies = [open, denies('bad'), last];
      const played = await run({ moves: [turn(work('bad'))], policies });
      expect(played.ran).toEqual([]);
      expectReason(played, REASON);
    },
  },
  {
    title: 'a policy that throws denies, and so does one that answers nonsense',
    needs,
    rows: ['G1'],
    play: async (run) => {
      const throws: ToolPolicy = {
        name: 'throws',
        check: () => {
          throw new Error('the rules are lost');
        },
      };
      const played = await run({ moves: [turn(work('one'))], policies: [throws] });
      expect(played.ran).toEqual([]);
      expectReason(played, 'the rules are lost');
      const nonsense = { name: 'nonsense', check: () => 'yes' } as unknown as ToolPolicy;
      const other = await run({ moves: [turn(work('one'))], policies: [nonsense] });
      expect(other.ran).toEqual([]);
    },
  },
  {
    title: 'a prerequisite counts when it succeeded, not when it was tried',
    needs,
    rows: ['G2', 'G3'],
    play: async (run) => {
      const policy = new SequentialDependencyPolicy({ dependencies: { write_file: ['work'] } });
      const write = { tool: 'write_file', args: { path: 'a.txt', text: 'a' } };
      const moves = [turn(work('fail-first')), turn(write), turn(work('one')), turn(write)];
      // The policy names its tools by type; the stage has them.
      const played = await run({ moves, policies: [policy as unknown as ToolPolicy] });
      expect(timesSeen(played, 'fail-first went wrong', 1)).toBe(1);
      expectReason(played, 'requires: work', 2);
      expectReason(played, 'requires: work');
      expect(await played.filesystem.read('a.txt')).toBe('a');
    },
  },
  {
    title: 'a file must be read before it is overwritten, however its path is written',
    needs,
    rows: ['G4'],
    play: readBeforeWrite,
  },
  {
    title: 'parameters that do not fit reach no handler, and the agent goes on',
    needs,
    rows: ['G1'],
    play: async (run) => {
      const wrong = { tool: 'work', args: { what: 7 } };
      const played = await run({ moves: [turn(wrong), turn(work('one'))] });
      expect(played.ran).toEqual(['one']);
      expect(played.model.inputs).toHaveLength(3);
    },
  },
  {
    title: 'calls side by side are judged one by one',
    needs: ['toolPolicies', 'parallelCalls'],
    rows: ['G1'],
    play: async (run) => {
      const moves = [turn(work('one'), work('bad'), work('fail-two'), work('three'))];
      const played = await run({ moves, policies: [denies('bad')] });
      expect(played.ran.toSorted()).toEqual(['fail-two', 'one', 'three']);
      expectReason(played, REASON, 1);
      for (const text of ['one is done', 'fail-two went wrong', 'three is done']) {
        expect(timesSeen(played, text, 1), text).toBe(1);
      }
    },
  },
  {
    title: 'calls side by side cannot all take the last place',
    needs: ['toolPolicies', 'parallelCalls'],
    rows: ['G1', 'G2'],
    play: async (run) => {
      const policies = [new CallQuota({ tools: ['work'], maxCalls: 2 })];
      const moves = [turn(work('one'), work('two'), work('three'), work('four'))];
      const played = await run({ moves, policies });
      expect(played.ran).toHaveLength(2);
    },
  },
];

async function readBeforeWrite(run: Run): Promise<void> {
  const root = temporaryFolder('files');
  writeFileSync(join(root, 'config.yaml'), 'old');
  symlinkSync('config.yaml', join(root, 'link.yaml'));
  const filesystem = new HostFilesystem({ root });
  const policies = [new ReadBeforeWritePolicy() as unknown as ToolPolicy];
  const spellings = ['config.yaml', join(root, 'config.yaml'), './sub/../config.yaml', 'link.yaml'];
  const write = (path: string, text: string) => turn({ tool: 'write_file', args: { path, text } });
  const read = (path: string) => turn({ tool: 'read_file', args: { path } });
  const unread = spellings.map((path) => write(path, 'overwritten'));
  const before = await run({ moves: unread, policies, filesystem });
  expect(readFileSync(join(root, 'config.yaml'), 'utf8')).toBe('old');
  if (before.capabilities.denialReasons) {
    expect(timesSeen(before, 'read it before you overwrite')).toBe(spellings.length);
  }
  for (const [index, path] of spellings.entries()) {
    const other = spellings[(index + 1) % spellings.length] ?? '';
    const played = await run({ moves: [read(path), write(other, path)], policies, filesystem });
    expect(timesSeen(played, 'read it before you overwrite'), `${path}, then ${other}`).toBe(0);
    expect(readFileSync(join(root, 'config.yaml'), 'utf8')).toBe(path);
  }
  const fresh = await run({ moves: [write('new.txt', 'new')], policies, filesystem });
  expect(await fresh.filesystem.read('new.txt')).toBe('new');
}
