/**
 * The package as users get it: every subpath can be imported without any SDK, an adapter that is used without its SDK
 * says which, the server streams, and the examples run.
 */
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newHome, startTripwire } from '../kit/running-tripwire.ts';
import { packedProject, type PackedProject } from './packed-project.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const INSTALL_MS_MAX = 240_000;
const RUN_MS_MAX = 60_000;

/** How an adapter is used, which SDK it then misses, and what belongs to that SDK. */
interface Use {
  readonly call: string;
  readonly peer: string;
  readonly beside?: readonly string[];
}

/** The adapters that load an SDK. */
const uses: Readonly<Record<string, Use>> = {
  'ai-sdk': { call: 'guardAiSdk({ prompt })', peer: 'ai' },
  'claude-agent-sdk': { call: 'guardClaude({ prompt })', peer: '@anthropic-ai/claude-agent-sdk' },
  langchain: {
    call: 'tripwireMiddleware({ prompt })',
    peer: 'langchain',
    beside: ['@langchain/core', '@langchain/langgraph'],
  },
  langgraph: {
    call: 'guardGraph({ prompt, model: {}, tools: [] })',
    peer: '@langchain/core',
    beside: ['@langchain/langgraph'],
  },
  'openai-agents': { call: 'guardAgents({ prompt })', peer: '@openai/agents' },
};

let project: PackedProject;
beforeAll(() => {
  project = packedProject();
}, INSTALL_MS_MAX);
afterAll(() => rmSync(join(project.folder, '..'), { recursive: true, force: true }));

describe('without any SDK', () => {
  test(
    'every subpath can be imported',
    async () => {
      const lines = project.specifiers.map((specifier) => `await import('${specifier}');`);
      const { code, output } = await project.run(`${lines.join('\n')}\nconsole.log('all');`);
      expect([code, output.trim()]).toEqual([0, 'all']);
    },
    RUN_MS_MAX,
  );

  for (const [adapter, { call, peer }] of Object.entries(uses)) {
    test(
      `${adapter}: used without its SDK it says what to install`,
      async () => {
        const [name = ''] = call.split('(');
        const { output } = await project.run(`
        import { Prompt, PromptTemplate } from 'agent-tripwire/guardrails';
        import { ${name} } from 'agent-tripwire/adapters/${adapter}';
        const prompt = new Prompt({ template: new PromptTemplate({ ns: 'a', key: 'b', sections: [] }) });
        await ${call}.catch((error) => console.log(error.code, error.message));
      `);
        expect(output).toContain('PEER_MISSING');
        expect(output).toContain(`npm install ${peer}`);
      },
      RUN_MS_MAX,
    );
  }
});

test(
  'the packed server streams',
  async () => {
    const home = await newHome();
    onTestFinished(() => home.provider.close());
    const command = join(project.folder, 'node_modules/.bin/tripwire');
    const server = await startTripwire(home, [], command);
    onTestFinished(async () => void (await server.end()));
    const answer = await fetch(`${server.url}/agents/packed/anthropic/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'none',
        'anthropic-version': '2023-06-01',
      },
      body: JSON.stringify({
        model: 'fake',
        max_tokens: 100,
        stream: true,
        messages: [{ role: 'user', content: 'Who are you?' }],
      }),
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const text = await answer.text();
    expect(text.match(/^event: content_block_delta$/gm)?.length ?? 0).toBeGreaterThan(1);
    expect(text).toContain('event: message_stop');
  },
  RUN_MS_MAX,
);

describe('the examples', () => {
  const files = readdirSync(join(root, 'examples')).filter((name) => /^[\w-]+\.ts$/.test(name));
  for (const file of files) {
    const source = readFileSync(join(root, 'examples', file), 'utf8');
    const packages = neededPackages(source);
    const missing = packages.filter((name) => !existsSync(join(root, 'node_modules', name)));
    // SDKs of hundreds of megabytes are no dependency of this repository: `npm run test:clients` has them.
    test.skipIf(missing.length > 0)(
      `${file} runs and finds what it expects`,
      async () => {
        for (const name of packages) {
          if (!existsSync(join(project.folder, 'node_modules', name))) project.link(name);
        }
        const { code, output } = await project.run(source);
        expect(code, output).toBe(0);
        expect(output.trim().split('\n').at(-1)).toBe('ok');
      },
      RUN_MS_MAX,
    );
  }
});

/** The packages that a program needs: those it imports, and the SDKs of its adapters. */
function neededPackages(source: string): readonly string[] {
  const specifiers = [...source.matchAll(/from '([^'.][^']*)'/g)].map(([, found = '']) => found);
  const bare = specifiers.filter((name) => !/^(?:node:|agent-tripwire\b)/.test(name));
  const used = specifiers.flatMap((name) => uses[name.split('/adapters/')[1] ?? ''] ?? []);
  const peers = used.flatMap(({ peer, beside = [] }) => [peer, ...beside]);
  const names = bare.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set([...names, ...peers])];
}
