/** The gate that adapters ask: one of their own on a data folder, or that of a running server. */
import { describe, expect, onTestFinished } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { ServerGate, openGate } from '../../src/adapters/index.ts';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const STOP = { action: 'deactivate', by: 'ada', why: 'enough' } as const;
const call = (index: number) => ({
  agent: 'coder',
  session: 's1',
  callId: `call-${index}`,
  tool: 'work',
  args: { what: 'again' },
  result: 'it went wrong',
  isError: true,
});

function folder(): string {
  const made = temporaryFolder('open-gate');
  return made;
}

describe('a gate of its own', () => {
  verifies('G14', 'keeps a stop in its data folder, and releases it', async () => {
    const data = folder();
    const env = { HOME: folder(), TRIPWIRE_URL: 'http://127.0.0.1:9' };
    const first = await openGate({ agent: 'coder', data, env });
    expect(await first.port.standing('coder')).toBeNull();
    await first.gate?.operate({ agent: 'coder', ...STOP });
    await first.close();
    const second = await openGate({ agent: 'coder', data, env });
    expect(await second.port.standing('coder')).toMatchObject({ kind: 'manual' });
    await second.gate?.operate({ agent: 'coder', action: 'activate', by: 'ada', why: 'go on' });
    expect(await second.port.standing('coder')).toBeNull();
    await second.close();
  });

  verifies('G14', 'a folder that another gate holds is refused, with who has it', async () => {
    const data = folder();
    const env = { HOME: folder() };
    const first = await openGate({ agent: 'coder', data, env });
    await expect(openGate({ agent: 'coder', data, env })).rejects.toThrow(String(process.pid));
    await first.close();
  });
});

describe('the gate of a running server', () => {
  verifies(
    'G14',
    'is asked and told; a person’s stop and release over the admin API count',
    async () => {
      const home = await newHome();
      onTestFinished(() => home.provider.close());
      const server = await startTripwire(home);
      onTestFinished(async () => void (await server.end()));
      const opened = await openGate({ agent: 'coder', env: { TRIPWIRE_URL: server.url } });
      const { port } = opened;
      expect(await port.standing('coder', 's1')).toBeNull();
      expect(await port.tool?.(call(0))).toBeNull();
      const seen = await server.api<{ sessions: { id: string }[] }>('/api/agents/coder');
      expect(seen.sessions.map(({ id }) => id)).toContain('s1');
      await server.api('/api/agents/coder/deactivate', { by: 'ada', why: 'enough' });
      expect(await port.standing('coder', 's1')).toMatchObject({ kind: 'manual', agent: 'coder' });
      expect(await port.tool?.(call(1))).toMatchObject({ kind: 'manual' });
      await server.api('/api/agents/coder/activate', { by: 'ada', why: 'go on' });
      expect(await port.standing('coder', 's1')).toBeNull();
      const bad = { ...call(2), session: '' };
      await expect(port.tool?.(bad)).rejects.toThrow('session must be a text');
      await opened.close();
    },
    60_000,
  );

  verifies(
    'G14',
    'that does not answer, or is none, is an error and lets nothing through',
    async () => {
      const gone = new ServerGate({ url: 'http://127.0.0.1:9' });
      await expect(gone.standing('coder')).rejects.toThrow();
      const home = await newHome();
      onTestFinished(() => home.provider.close());
      const other = new ServerGate({ url: home.provider.url });
      await expect(other.standing('coder')).rejects.toThrow(/answered 404/);
      expect(() => new ServerGate({ url: 'nowhere' })).toThrow('http://');
    },
  );
});
