/**
 * What is fuzzed: each reader of what others wrote, with whole texts to begin from and what must hold whatever it reads.
 *
 * A target throws when something is wrong. A refusal in the reader's own words is none.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../../src/base/json-text.ts';
import { PayloadError } from '../../src/clients/payload-fields.ts';
import { HOOK_CLIENT_IDS, hooksOf } from '../../src/clients/table.ts';
import { givenTranscripts } from '../../src/clients/transcripts/given-transcripts.ts';
import { readRuns } from '../../src/clients/transcripts/read-runs.ts';
import { exampleConfig } from '../../src/config/example-config.ts';
import { ConfigError, loadConfig } from '../../src/config/index.ts';
import { canonicalJson, TripwireError } from '../../src/core/index.ts';
import { readRow } from '../../src/journal/index.ts';
import { DEFAULT_MANIFEST } from '../../src/loop/manifest/manifest-text.ts';
import { readManifest } from '../../src/loop/manifest/read-manifest.ts';
import { spansOfJson, UnreadableTraces } from '../../src/otel/index.ts';
import { spansOfProtobuf } from '../../src/otel/read-protobuf.ts';
import { readCommandLine } from '../../src/shell/index.ts';
import { StoreError, type JournalRow } from '../../src/store/index.ts';
import { codecs } from '../../src/wire/codec-for-format.ts';
import { SseSplitter } from '../../src/wire/index.ts';
import { recordedPayloads } from '../hooks/recorded-payloads.ts';
import { anthropicUnderTest } from '../wire/samples/anthropic.ts';
import { geminiUnderTest } from '../wire/samples/gemini.ts';
import { openaiChatUnderTest } from '../wire/samples/openai-chat.ts';
import { openaiResponsesUnderTest } from '../wire/samples/openai-responses.ts';

/** One reader. */
export interface Target {
  readonly name: string;
  readonly seeds: () => readonly string[];
  /** Reads a text; `folder` is for files of its own. */
  readonly read: (text: string, folder: string) => unknown;
}

const NOW_MS = 1_800_000_000_000;
const fixtures = join(import.meta.dirname, '../fixtures');

/** The readers. */
export const TARGETS: readonly Target[] = [
  { name: 'streams', seeds: streams, read: readStream },
  {
    name: 'answers',
    seeds: () =>
      streams().flatMap((text) =>
        [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data),
      ),
    read: (text) => {
      const body = parseJson(text);
      for (const codec of codecs) codec.readResponse(body);
    },
  },
  { name: 'hooks', seeds: hookPayloads, read: readHook },
  {
    name: 'config',
    seeds: () => [exampleConfig()],
    read: (text, folder) => {
      const file = join(folder, 'tripwire.yaml');
      writeFileSync(file, text);
      const sources = { file, env: { ANTHROPIC_API_KEY: 'x' }, home: '/nowhere' };
      unlessRefused(() => loadConfig(sources));
    },
  },
  {
    name: 'manifest',
    seeds: () => [DEFAULT_MANIFEST],
    read: (text) => {
      const read = readManifest(text);
      if (!read.ok && (read.line < 1 || read.message === '')) throw new Error('no place, no words');
    },
  },
  {
    name: 'journal',
    seeds: () => journalRows().map(({ body }) => body),
    read: (body) => {
      const row = { agent: 'journal', seq: 9, at: 1, kind: 'admit', body };
      const entry = unlessRefused(() => readRow(row));
      const isSame = entry === null || canonicalJson(JSON.parse(body)) === body;
      if (!isSame) throw new Error('it was read, and is not what would be written');
    },
  },
  {
    name: 'traces',
    seeds: traces,
    read: (text) => unlessRefused(() => spansOfJson(Buffer.from(text))),
  },
  {
    name: 'binary-traces',
    seeds: () => ['', '\n\u0000', '\n\u0010\u0012\u000e\u0012\f\n\u0001a*\u0003xyz'],
    read: (text) => unlessRefused(() => spansOfProtobuf(Buffer.from(text, 'latin1'))),
  },
  {
    name: 'command-lines',
    seeds: () => [
      'git -C "$HOME/x" push --force && rm -rf build || true',
      "cat <<'E' > a.txt\nword\nE\nfor f in *.ts; do echo ${f%.ts}; done | xargs -0 sh -c 'ls $0'",
      'if [ -f a ]; then A=1 env -i sudo sh -c "rm $(ls | head -1)"; fi; case $1 in a|b) ;; esac',
    ],
    read: readCommandLine,
  },
  { name: 'transcripts', seeds: transcripts, read: readTranscript },
];

function streams(): readonly string[] {
  return [anthropicUnderTest, openaiChatUnderTest, openaiResponsesUnderTest, geminiUnderTest]
    .flatMap(({ samples }) => Object.values(samples))
    .flatMap((sample) => (sample === null ? [] : [sample.frames.join('')]));
}

/** Whatever a stream says, where the network cut it makes no difference. */
function readStream(text: string): void {
  const bytes = Buffer.from(text);
  const whole = factsOf([bytes]);
  const at = Math.floor(bytes.length / 3);
  const cut = factsOf([bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)]);
  if (!isDeepStrictEqual(whole, cut)) throw new Error('cut elsewhere it says something else');
}

function factsOf(chunks: readonly Buffer[]): readonly unknown[] {
  const splitter = new SseSplitter();
  const frames = chunks.flatMap((chunk) => splitter.push(chunk));
  const last = splitter.end();
  if (last !== null) frames.push(last);
  return codecs.map((codec) => {
    const reader = codec.follow();
    const calls = frames.map((frame) => reader.take(frame).completes);
    return [calls.flat(), reader.end(), reader.facts(), reader.soFar?.()];
  });
}

function hookPayloads(): readonly string[] {
  return HOOK_CLIENT_IDS.flatMap((client) =>
    recordedPayloads(client).map(({ payload }) => JSON.stringify(payload)),
  );
}

function readHook(text: string): void {
  const payload = parseJson(text);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return;
  for (const client of HOOK_CLIENT_IDS) {
    const { readers, nameField } = hooksOf(client);
    const name: unknown = Reflect.get(payload, nameField);
    if (typeof name !== 'string' || !Object.hasOwn(readers, name)) continue;
    unlessRefused(() => readers[name]?.(payload as never, NOW_MS));
  }
}

function journalRows(): readonly JournalRow[] {
  const file = join(fixtures, 'journals/version-0.1.0.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly rows: readonly JournalRow[] }).rows;
}

function traces(): readonly string[] {
  const attribute = (key: string, value: object) => ({ key, value });
  const span = {
    traceId: '0123456789abcdef0123456789abcdef',
    spanId: '0123456789abcdef',
    name: 'chat gpt',
    startTimeUnixNano: '1800000000000000000',
    endTimeUnixNano: '1800000001000000000',
    status: { code: 2, message: 'late' },
    attributes: [
      attribute('gen_ai.operation.name', { stringValue: 'chat' }),
      attribute('gen_ai.request.model', { stringValue: 'm' }),
      attribute('gen_ai.usage.input_tokens', { intValue: '12' }),
      attribute('gen_ai.prompt.0.content', { stringValue: 'find it' }),
      attribute('gen_ai.prompt.0.role', { stringValue: 'user' }),
      attribute('list', { arrayValue: { values: [{ boolValue: true }, { doubleValue: 0.5 }] } }),
      attribute('map', { kvlistValue: { values: [attribute('a', { bytesValue: 'AA==' })] } }),
    ],
    events: [
      { name: 'gen_ai.user.message', attributes: [attribute('content', { stringValue: 'x' })] },
    ],
  };
  const resource = { attributes: [attribute('service.name', { stringValue: 'agent' })] };
  return [JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span, span] }] }] })];
}

function transcripts(): readonly string[] {
  return ['claude-code', 'codex', 'gemini-cli'].flatMap((client) => {
    const folder = join(fixtures, 'transcripts', client);
    return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  });
}

async function readTranscript(text: string, folder: string): Promise<void> {
  for (const name of ['session.jsonl', 'chat.json', 'task.traj']) {
    const file = join(folder, name);
    writeFileSync(file, text);
    const onBroken = () => undefined;
    for await (const run of readRuns(await givenTranscripts([file], onBroken), {
      onBroken,
      sinceMs: null,
    })) {
      if (typeof run.id !== 'string') throw new Error('a run without a name');
    }
  }
}

/** What the reader gives; null where it refused the text in a way of its own. */
function unlessRefused<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    const isOwn =
      TripwireError.isInstance(error) ||
      error instanceof StoreError ||
      error instanceof ConfigError ||
      error instanceof UnreadableTraces ||
      error instanceof PayloadError;
    if (!isOwn) throw error;
    return null;
  }
}
