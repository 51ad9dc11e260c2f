/** Programs that OpenLLMetry and OpenInference really instrument: judged from their traces, and held at the next way in. */
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startFakeProvider, type FakeScript } from '../../src/testing/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';
import { wholeServer } from '../kit/whole-server.ts';
import { tracedFolder } from './client-packages.ts';
import { runProgram } from './client-run.ts';

const PROGRAM = fileURLToPath(new URL('traced-program.ts', import.meta.url));
const TURNS = 9;

interface AgentShown {
  readonly active: 0 | 1;
  readonly reported: boolean;
  readonly loop_score: number | null;
  readonly spend: { readonly today: { readonly tokens: number } };
}

/** Runs the program with its traces going to a Tripwire that it does not ask; what that Tripwire knows of it then. */
async function traced(instrumentation: string, exporter: string, script: FakeScript) {
  const at = await wholeServer();
  const provider = await startFakeProvider({ script });
  onTestFinished(() => provider.close());
  const [home, project] = [temporaryFolder('traced'), temporaryFolder('traced')];
  const traces = `${at.server.url}/agents/sam/v1/traces`;
  const folder = tracedFolder(process.env);
  const args = [PROGRAM, folder, instrumentation, exporter, provider.url, traces, String(TURNS)];
  const run = await runProgram(process.execPath, { home, project }, { args, env: {} });
  expect(run, run.stderr).toMatchObject({ exitCode: 0 });
  expect(provider.requests).toHaveLength(TURNS);
  const shown = await at.api<AgentShown>('/api/agents/sam');
  const next = await fetch(`${at.server.url}/agents/sam/openai/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-own' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hello there.' }] }),
  });
  await next.text();
  return { shown, next: next.status };
}

const rooms = ['attic', 'cellar', 'garden', 'kitchen', 'roof', 'well', 'yard', 'barn', 'lane'];

const instrumentations = [
  ['OpenLLMetry', '@traceloop/instrumentation-openai'],
  ['OpenInference', '@arizeai/openinference-instrumentation-openai'],
] as const;
const encodings = [
  ['JSON', '@opentelemetry/exporter-trace-otlp-http'],
  ['protobuf', '@opentelemetry/exporter-trace-otlp-proto'],
] as const;
const each = instrumentations.flatMap(([title, instrumentation]) =>
  encodings.map(([encoding, exporter]) => ({ title, instrumentation, encoding, exporter })),
);

describe.each(each)('$title in $encoding', ({ instrumentation, exporter }) => {
  test('a loop is seen in what it reports, and refused at the base URL', async () => {
    const stuck: FakeScript = () => ({ toolCalls: [{ name: 'look', args: { at: 'the attic' } }] });
    const { shown, next } = await traced(instrumentation, exporter, stuck);
    expect(shown).toMatchObject({ active: 0, reported: true });
    expect(shown.spend.today.tokens).toBeGreaterThan(0);
    expect(next).toBe(400);
  });

  test('healthy work passes', async () => {
    const healthy: FakeScript = ({ toolResults }) => ({
      toolCalls: [{ name: 'look', args: { at: rooms[toolResults.length] ?? 'home' } }],
    });
    const { shown, next } = await traced(instrumentation, exporter, healthy);
    expect(shown).toMatchObject({ active: 1, reported: true });
    expect(next).toBe(200);
  });
});
