import { expect, test } from 'vitest';
import { nextRows } from '../../test/store/conformance-rows.ts';
import { groupCommit } from './group-commit.ts';
import { StoreError, type Batch } from './index.ts';

/** A disk that commits when it is told to. */
function slowDisk() {
  const commits: { agents: string[]; settle: (problems: (string | null)[] | Error) => void }[] = [];
  const commit = (batches: readonly Batch[]) =>
    new Promise<readonly (string | null)[]>((resolve, reject) => {
      commits.push({
        agents: batches.map(({ rows }) => rows[0]?.agent ?? ''),
        settle: (problems) => (problems instanceof Error ? reject(problems) : resolve(problems)),
      });
    });
  return { commits, commit };
}

const batchOf = (agent: string): Batch => ({ rows: nextRows(agent, 1) });
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what arrives during a commit goes together into the next', async () => {
  const { commits, commit } = slowDisk();
  const group = groupCommit(commit);
  const appends = ['a', 'b', 'c', 'd'].map((agent) => group.append(batchOf(agent)));
  await turn();
  expect(commits.map(({ agents }) => agents)).toEqual([['a']]);
  commits[0]?.settle([null]);
  await appends[0];
  await turn();
  expect(commits.map(({ agents }) => agents)).toEqual([['a'], ['b', 'c', 'd']]);
  commits[1]?.settle([null, 'a gap', null]);
  const outcomes = await Promise.allSettled(appends);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(outcomes[2]).toMatchObject({
    reason: { code: 'STORE_CHAIN', message: expect.stringContaining('a gap') as string },
  });
  await group.idle();
});

test('a failed commit rejects all that was in it, and the next one is tried', async () => {
  const { commits, commit } = slowDisk();
  const group = groupCommit(commit);
  const appends = ['a', 'b', 'c'].map((agent) => group.append(batchOf(agent)));
  const outcomes = Promise.allSettled(appends);
  commits[0]?.settle([null]);
  await appends[0];
  await turn();
  const failure = new StoreError('STORE_UNAVAILABLE', 'the disk is full');
  const later = group.append(batchOf('d'));
  commits[1]?.settle(failure);
  expect(await outcomes).toEqual([
    { status: 'fulfilled', value: undefined },
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  await turn();
  expect(commits[2]?.agents).toEqual(['d']);
  commits[2]?.settle([null]);
  await later;
});

test('a batch that gets no answer is not taken for written', async () => {
  const { commits, commit } = slowDisk();
  const append = groupCommit(commit).append(batchOf('a'));
  commits[0]?.settle([]);
  await expect(append).rejects.toThrow(StoreError);
});

test('a group has a largest size', async () => {
  const sizes: number[] = [];
  const group = groupCommit(async (batches) => {
    sizes.push(batches.length);
    return batches.map(() => null);
  });
  await Promise.all(Array.from({ length: 1200 }, () => group.append({ rows: [] })));
  expect(sizes).toEqual([1, 512, 512, 175]);
});

test('what nobody waits for shares the next commit, in order', async () => {
  const { commits, commit } = slowDisk();
  const group = groupCommit(commit);
  const patient = group.append({ ...batchOf('a'), patient: true });
  await turn();
  expect(commits).toHaveLength(0);
  const urgent = group.append(batchOf('b'));
  await turn();
  expect(commits.map(({ agents }) => agents)).toEqual([['a', 'b']]);
  commits[0]?.settle([null, null]);
  await Promise.all([patient, urgent]);
});

test('what nobody waits for is committed by itself when no other comes', async () => {
  const { commits, commit } = slowDisk();
  const group = groupCommit(commit);
  const patient = group.append({ ...batchOf('a'), patient: true });
  while (commits.length === 0) await turn();
  commits[0]?.settle([null]);
  await patient;
});

test('closing does not forget what waits for company', async () => {
  const { commits, commit } = slowDisk();
  const group = groupCommit(commit);
  const patient = group.append({ ...batchOf('a'), patient: true });
  const idle = group.idle();
  await turn();
  expect(commits.map(({ agents }) => agents)).toEqual([['a']]);
  commits[0]?.settle([null]);
  await Promise.all([patient, idle]);
});
