/** A failed call takes back its own changes, in the session and in files, and nobody else’s. */
import { describe, expect } from 'vitest';
import { verifies } from '../../../spec/verifies.ts';
import { anyParams, filesOf } from '../../../test/kit/guarded-tools.ts';
import { ToolStage } from '../../../test/kit/tool-stage.ts';
import { MemoryFilesystem, defineTool, type SliceDefinition, type ToolContext } from '../index.ts';

const NOTES: SliceDefinition<readonly string[]> = { key: 'notes', initial: [], kind: 'state' };

describe('a failed call takes back its own changes', () => {
  /** Notes in the session and in a file, then waits, then fails if it is to. */
  const noting = (wait: (who: string) => Promise<void>) =>
    defineTool({
      name: 'note',
      params: anyParams,
      handler: async ({ who, path, fail }, context) => {
        const name = String(who);
        context.session.slice(NOTES).update((notes) => [...notes, name]);
        if (typeof path === 'string') await filesOf(context).write(path, name);
        await wait(name);
        if (fail === true) throw new Error(`${name} failed`);
      },
    });

  verifies('G2', 'in the session', async () => {
    const stage = new ToolStage({ tools: [noting(() => Promise.resolve())] });
    const note = (params: object) => stage.run({ tool: 'note', params });
    await note({ who: 'a' });
    await note({ who: 'b', fail: true });
    await note({ who: 'c' });
    expect(stage.session.slice(NOTES).get()).toEqual(['a', 'c']);
  });

  const orders: readonly (readonly [ends: string, failing: string, notes: string, file: string])[] =
    [
      ['ab', 'a', 'b', 'b'],
      ['ab', 'b', 'a', 'a'],
      ['ba', 'a', 'b', 'b'],
      ['ba', 'b', 'a', 'a'],
      ['ab', 'ab', '', 'before'],
      ['ba', 'ab', '', 'before'],
      ['ab', '', 'ab', 'b'],
      ['ba', '', 'ba', 'b'],
    ];
  for (const [ends, failing, notes, file] of orders) {
    const words =
      failing === ''
        ? 'none fails'
        : `${failing.split('').join(' and ')} fail${failing.length > 1 ? '' : 's'}`;
    verifies(
      'G2',
      `of two side by side that end ${ends.split('').join(' then ')} and ${words}`,
      async () => {
        const gates = { a: Promise.withResolvers<null>(), b: Promise.withResolvers<null>() };
        const started = { a: Promise.withResolvers<null>(), b: Promise.withResolvers<null>() };
        const filesystem = new MemoryFilesystem({ files: { 'f.txt': 'before' } });
        const tool = noting(async (who) => {
          started[who as 'a' | 'b'].resolve(null);
          await gates[who as 'a' | 'b'].promise;
        });
        const stage = new ToolStage({ tools: [tool], filesystem });
        const call = (who: 'a' | 'b') =>
          stage.run({ tool: 'note', params: { who, path: 'f.txt', fail: failing.includes(who) } });
        const first = call('a');
        await started.a.promise;
        const second = call('b');
        await started.b.promise;
        const running = { a: first, b: second };
        for (const who of ends as Iterable<'a' | 'b'>) {
          gates[who].resolve(null);
          await running[who];
        }
        expect(stage.session.slice(NOTES).get().join('')).toBe(notes);
        expect(await filesystem.read('f.txt')).toBe(file);
      },
    );
  }

  verifies('G2', 'a file it made is gone, one it removed is back, bytes and all', async () => {
    const filesystem = new MemoryFilesystem();
    await filesystem.write('old.bin', Uint8Array.of(0, 255, 128));
    const tool = defineTool({
      name: 'mess',
      params: anyParams,
      handler: async (_params, context) => {
        await filesOf(context).write('new.txt', 'x');
        await filesOf(context).write('new.txt', 'y');
        await filesOf(context).remove('old.bin');
        throw new Error('failed');
      },
    });
    const stage = new ToolStage({ tools: [tool], filesystem });
    expect(await stage.run({ tool: 'mess' })).toMatchObject({ status: 'error', reason: 'failed' });
    expect(await filesystem.exists('new.txt')).toBe(false);
    expect([...(await filesystem.readBytes('old.bin'))]).toEqual([0, 255, 128]);
  });

  verifies('G2', 'what somebody else wrote meanwhile is left alone, and that is said', async () => {
    const filesystem = new MemoryFilesystem({ files: { 'f.txt': 'before' } });
    const tool = defineTool({
      name: 'mess',
      params: anyParams,
      handler: async (_params, context) => {
        await filesOf(context).write('f.txt', 'x');
        await filesystem.write('f.txt', 'a person');
        throw new Error('failed');
      },
    });
    const outcome = await new ToolStage({ tools: [tool], filesystem }).run({ tool: 'mess' });
    expect(outcome).toMatchObject({ reason: 'failed (could not be taken back: /f.txt)' });
    expect(await filesystem.read('f.txt')).toBe('a person');
  });

  verifies('G2', 'a tool that goes on after its end changes nothing any more', async () => {
    const filesystem = new MemoryFilesystem();
    const late = Promise.withResolvers<null>();
    const written = Promise.withResolvers<unknown>();
    const goOn = async (context: ToolContext) => {
      await late.promise;
      context.session.slice(NOTES).update(() => ['late']);
      written.resolve(await filesOf(context).write('late.txt', 'x').catch(String));
    };
    const tool = defineTool({
      name: 'late',
      params: anyParams,
      handler: (_params, context) => {
        void goOn(context);
        return 'done';
      },
    });
    const stage = new ToolStage({ tools: [tool], filesystem });
    await stage.run({ tool: 'late' });
    late.resolve(null);
    expect(await written.promise).toMatch(/the tool call has ended/);
    expect(stage.session.slice(NOTES).get()).toEqual([]);
    expect(await filesystem.exists('late.txt')).toBe(false);
  });
});
