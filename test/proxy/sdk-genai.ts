/** The `@google/genai` package. In a stream every call comes whole, so it runs with the chunk that brings it. */
import { GoogleGenAI, type Content, type GenerateContentResponse, type Part } from '@google/genai';
import {
  ANSWERS_MAX,
  MODEL,
  PROVIDER_KEY,
  TOOL_INPUT,
  TOOL_NAME,
  TOOL_WORDS,
  ToolRuns,
  type Sdk,
  type WholeCall,
} from './sdk-run.ts';

interface Said {
  readonly parts: readonly Part[];
  readonly usage: unknown;
}

const look = { name: TOOL_NAME, description: TOOL_WORDS, parametersJsonSchema: TOOL_INPUT };

/** Google's own SDK. */
export const genaiSdk: Sdk = {
  name: '@google/genai',
  provider: 'gemini',
  format: 'gemini',
  runsEarly: true,
  tellsWhyCut: false,
  run: async (task) => {
    const { baseUrl, fetch, stream } = task;
    const client = new GoogleGenAI({ apiKey: PROVIDER_KEY, httpOptions: { baseUrl, fetch } });
    const runs = new ToolRuns(task.runTool);
    const contents: Content[] = [{ role: 'user', parts: [{ text: task.prompt }] }];
    const usage: unknown[] = [];
    for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
      const said = stream
        ? await streamed(client, contents, runs)
        : saidIn([await client.models.generateContent(asked(contents))]);
      usage.push(said.usage);
      const calls = said.parts.flatMap(callsOf);
      if (calls.length === 0) return { text: textOf(said), calls: runs.calls, usage };
      contents.push({ role: 'model', parts: [...said.parts] });
      contents.push({ role: 'user', parts: calls.map((call) => resultPart(call, runs)) });
    }
    throw new Error('the task did not end');
  },
};

function asked(contents: Content[]) {
  return { model: MODEL, contents, config: { tools: [{ functionDeclarations: [look] }] } };
}

async function streamed(client: GoogleGenAI, contents: Content[], runs: ToolRuns): Promise<Said> {
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await client.models.generateContentStream(asked(contents))) {
    chunks.push(chunk);
    for (const call of saidIn([chunk]).parts.flatMap(callsOf)) runs.resultOf(call);
  }
  return saidIn(chunks);
}

function saidIn(chunks: readonly GenerateContentResponse[]): Said {
  const parts = chunks.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  return { parts, usage: chunks.at(-1)?.usageMetadata };
}

function textOf({ parts }: Said): string {
  return parts.map(({ text }) => text ?? '').join('');
}

function callsOf({ functionCall }: Part): readonly WholeCall[] {
  if (functionCall === undefined) return [];
  const { id = '', name = '', args = {} } = functionCall;
  return [{ id, name, json: JSON.stringify(args), args }];
}

function resultPart(call: WholeCall, runs: ToolRuns): Part {
  const { id, name } = call;
  return { functionResponse: { id, name, response: { output: runs.resultOf(call) } } };
}
