/**
 * An agent of a user's own that nothing of Tripwire is in: it asks its provider directly and is traced by somebody else's
 * instrumentation. `node traced-program.ts FOLDER INSTRUMENTATION EXPORTER PROVIDER TRACES TURNS`; FOLDER has its packages.
 *
 * Its packages are no dependencies of ours, so what is used of them is typed here.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Span {
  end(): void;
}
interface Tracing {
  getTracer(name: string): {
    startActiveSpan(name: string, run: (span: Span) => Promise<void>): Promise<void>;
  };
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}
interface ToolCall {
  readonly id: string;
  readonly function: { readonly arguments: string };
}
interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_call_id?: string;
}
interface Chat {
  readonly chat: {
    readonly completions: {
      create(
        asked: object,
      ): Promise<{ readonly choices: readonly { readonly message: Message }[] }>;
    };
  };
}
type Made<Thing> = new (options?: object) => Thing;

const [, , folder = '', instrumentation = '', sender = '', provider = '', traces = '', turns = ''] =
  process.argv;
const load = createRequire(join(folder, 'package.json'));
const { NodeTracerProvider, BatchSpanProcessor } = load('@opentelemetry/sdk-trace-node') as {
  readonly NodeTracerProvider: Made<Tracing>;
  readonly BatchSpanProcessor: Made<object>;
};
const { OTLPTraceExporter } = load(sender) as {
  readonly OTLPTraceExporter: Made<object>;
};
const { OpenAI } = load('openai') as { readonly OpenAI: Made<Chat> };
const { OpenAIInstrumentation } = load(instrumentation) as {
  readonly OpenAIInstrumentation: Made<{
    setTracerProvider(tracing: Tracing): void;
    manuallyInstrument(sdk: Made<Chat>): void;
  }>;
};

const exporter = new OTLPTraceExporter({ url: traces });
const tracing = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
const traced = new OpenAIInstrumentation();
traced.setTracerProvider(tracing);
traced.manuallyInstrument(OpenAI);

const client = new OpenAI({ baseURL: `${provider}/v1`, apiKey: 'made-up', maxRetries: 0 });
const parameters = { type: 'object', properties: { at: { type: 'string' } } };
const tools = [{ type: 'function', function: { name: 'look', parameters } }];
const messages: Message[] = [{ role: 'user', content: 'Find the cat.' }];
await tracing.getTracer('agent').startActiveSpan('a run', async (run) => {
  for (let turn = 0; turn < Number(turns); turn += 1) {
    const { choices } = await client.chat.completions.create({ model: 'm', messages, tools });
    const message = choices[0]?.message;
    if (message === undefined) throw new Error('the provider gave no answer');
    messages.push(message);
    for (const { id, function: called } of message.tool_calls ?? []) {
      const content = `nothing at ${called.arguments}`;
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
  run.end();
});
await tracing.forceFlush();
await tracing.shutdown();
