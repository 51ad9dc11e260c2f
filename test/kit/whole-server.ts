/**
 * A whole Tripwire in the process of a test, before a fake provider: agents call its data plane, people its API.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/index.ts';
import { startServer, type RunningServer } from '../../src/server/start.ts';
import {
  demoScript,
  httpAgent,
  startFakeProvider,
  type AgentEnd,
  type FakeProvider,
  type FakeScript,
  type HttpAgentOptions,
} from '../../src/testing/index.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface WholeServer {
  readonly server: RunningServer;
  readonly provider: FakeProvider;
  readonly data: string;
  /** What the server logged. */
  readonly lines: readonly string[];
  /** Asks the API as the administrator; with a body it posts. */
  api<Body>(path: string, body?: object, method?: string): Promise<Body>;
  /** Lets a scripted agent loose under a name. */
  agent(
    kind: HttpAgentOptions['kind'],
    name: string,
    more?: Partial<HttpAgentOptions>,
  ): Promise<AgentEnd>;
}

export interface WholeServerSetting {
  readonly script?: FakeScript;
  /** Lines of `tripwire.yaml` besides the kill switch, which is on; `PROVIDER` stands for the fake provider's URL. */
  readonly yaml?: string;
}

/** Starts it on free ports; it is gone when the test ends. */
export async function wholeServer({
  script = demoScript,
  yaml = '',
}: WholeServerSetting = {}): Promise<WholeServer> {
  const home = temporaryFolder('whole');
  const data = join(home, '.tripwire');
  const provider = await startFakeProvider({ script });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const text = `kill_switch:\n  enabled: true\n${yaml.replaceAll('PROVIDER', provider.url)}`;
  writeFileSync(join(data, 'tripwire.yaml'), text, { mode: 0o600 });
  const lines: string[] = [];
  const config = loadConfig({
    env: {
      TRIPWIRE_UPSTREAM_ANTHROPIC: provider.url,
      TRIPWIRE_UPSTREAM_GEMINI: provider.url,
      TRIPWIRE_UPSTREAM_OPENAI: provider.url,
    },
    home,
    flags: { data, port: 0, adminPort: 0, constitution: 'coding-v1' },
  });
  const server = await startServer({ config, env: {}, log: (line) => lines.push(line) });
  onTestFinished(async () => {
    await server.close();
    await provider.close();
  });
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  return {
    server,
    provider,
    data,
    lines,
    api: async <Body>(
      path: string,
      body?: object,
      method = body === undefined ? 'GET' : 'POST',
    ) => {
      const answer = await fetch(`${server.adminUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as Body;
    },
    agent: (kind, name, more = {}) =>
      httpAgent({
        baseUrl: `${server.url}/agents/${name}/openai/v1`,
        format: 'openai-chat',
        kind,
        stepDelayMs: 0,
        ...more,
      }),
  };
}
