/** The `openai` package, responses. A stream is read by the package's own helper, which follows the response. */
import OpenAI from 'openai';
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

type Response = OpenAI.Responses.Response;
type Item = OpenAI.Responses.ResponseOutputItem;
type Input = OpenAI.Responses.ResponseInputItem[];

const asked = {
  model: MODEL,
  tools: [
    {
      type: 'function' as const,
      name: TOOL_NAME,
      description: TOOL_WORDS,
      parameters: TOOL_INPUT,
      strict: false,
    },
  ],
};

/** OpenAI's own SDK, with the newer of its two formats. */
export const openaiResponsesSdk: Sdk = {
  name: 'openai, responses',
  provider: 'openai',
  format: 'openai-responses',
  runsEarly: true,
  tellsWhyCut: true,
  run: async (task) => {
    const client = new OpenAI({ baseURL: task.baseUrl, apiKey: PROVIDER_KEY, fetch: task.fetch });
    const runs = new ToolRuns(task.runTool);
    const input: Input = [{ role: 'user', content: task.prompt }];
    const usage: unknown[] = [];
    for (let answers = 0; answers < ANSWERS_MAX; answers += 1) {
      const response = task.stream
        ? await streamed(client, input, runs)
        : await client.responses.create({ ...asked, input });
      // Neither way throws for a response that failed; whoever reads one looks at its status.
      if (response.status !== 'completed') throw new Error(response.error?.message);
      usage.push(response.usage);
      const calls = response.output.flatMap(callsOf);
      if (calls.length === 0) return { text: response.output_text, calls: runs.calls, usage };
      input.push(...(response.output as Input));
      for (const call of calls) {
        const output = runs.resultOf(call);
        input.push({ type: 'function_call_output', call_id: call.id, output });
      }
    }
    throw new Error('the task did not end');
  },
};

/** A tool runs when its item is done, as in the coding agents that speak this format. */
async function streamed(client: OpenAI, input: Input, runs: ToolRuns): Promise<Response> {
  const stream = client.responses.stream({ ...asked, input });
  stream.on('response.output_item.done', ({ item }) => {
    for (const call of callsOf(item)) runs.resultOf(call);
  });
  return stream.finalResponse();
}

function callsOf(item: Item): readonly WholeCall[] {
  if (item.type !== 'function_call') return [];
  const { call_id: id, name, arguments: json } = item;
  return [{ id, name, json, args: JSON.parse(json) as WholeCall['args'] }];
}
