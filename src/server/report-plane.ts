/**
 * Reads what agents report of themselves and gives it to the gate: who they are was decided before, by path and key.
 *
 * The answer tells the program what no error could: that its agent is stopped, and what could not be judged.
 */
import { present } from '../base/present.ts';
import type { GateRefusal } from '../core/index.ts';
import type { Gate, ReportedStep } from '../gate/index.ts';
import {
  ReportMemory,
  spansOfJson,
  UnreadableTraces,
  type NewStep,
  type Span,
} from '../otel/index.ts';
import { costOfAnswer, type PriceOf } from '../prices/index.ts';
import type { ReportPlane, ReportReply, ReportTaken } from '../proxy/index.ts';

/** What reading reports needs. */
export interface ReportPlaneParts {
  readonly gate: Gate;
  readonly priceOf: PriceOf;
}

/** Of more spans in one body the rest is not taken; exporters send 512 at once. */
const SPANS_MAX = 2_000;

/** Who reads reports. */
export function reportPlane({ gate, priceOf }: ReportPlaneParts): ReportPlane {
  const memory = new ReportMemory();
  return {
    take: async (report) => {
      let spans: readonly Span[];
      try {
        spans = await spansOf(report);
      } catch (error) {
        if (!(error instanceof UnreadableTraces)) throw error;
        return { kind: 'problem', status: 400, words: error.message };
      }
      const { agent } = report;
      const taken = spans.slice(0, SPANS_MAX);
      const { steps, forget } = memory.take(agent, taken, gate.clock.now());
      const refusal = await recorded(gate, agent, steps, priceOf).catch((error: unknown) => {
        forget();
        throw error;
      });
      if (refusal?.kind === 'agent_unknown' || refusal?.kind === 'gate_unavailable') {
        forget();
        const status = refusal.kind === 'agent_unknown' ? 403 : 503;
        return { kind: 'problem', status, words: `${refusal.reason}. ${refusal.remedy}` };
      }
      const words = [
        refusal === null ? '' : stoppedWords(agent, refusal),
        unjudgedWords(steps),
        spans.length > SPANS_MAX ? `Send at most ${SPANS_MAX} spans at once.` : '',
      ];
      const message = words.filter((one) => one !== '').join(' ');
      return answer(report, spans.length - taken.length, message);
    },
  };
}

function recorded(gate: Gate, agent: string, steps: readonly NewStep[], priceOf: PriceOf) {
  return gate.report(
    agent,
    steps.map((step) => reported(step, priceOf)),
  );
}

async function spansOf({ encoding, body }: ReportTaken): Promise<readonly Span[]> {
  if (encoding === 'json') return spansOfJson(body);
  const { spansOfProtobuf } = await import('../otel/read-protobuf.ts');
  return spansOfProtobuf(body);
}

function reported(
  { id, thread, startMs, atMs, isError, what }: NewStep,
  priceOf: PriceOf,
): ReportedStep {
  const part = { id, thread, atMs };
  if (what.kind === 'tool') return { ...part, kind: 'tool', event: what.event };
  const { events, model, provider, inputTokens, outputTokens, cachedTokens } = what;
  const usage = { inputTokens, outputTokens, cacheReadTokens: cachedTokens, cacheWriteTokens: 0 };
  const cost = costOfAnswer(priceOf, model, null, usage);
  return {
    ...part,
    kind: 'model',
    events,
    ...present({ model: model ?? undefined, provider: provider ?? undefined }),
    tokens: inputTokens + outputTokens,
    cachedTokens,
    ...present({ costMicroUsd: cost ?? undefined }),
    latencyMs: atMs - startMs,
    isFailed: isError,
  };
}

function stoppedWords(agent: string, { kind, reason, link }: GateRefusal): string {
  const page = link === undefined ? '' : ` See ${link} .`;
  return `Agent ${agent} is stopped (${kind}): ${reason}.${page}`;
}

/** Most programs trace no contents until somebody says so, and calls without them can't be told apart. */
function unjudgedWords(steps: readonly NewStep[]): string {
  const count = steps.filter(({ what }) => what.kind === 'tool' && what.event === null).length;
  if (count === 0) return '';
  return (
    `${count} tool ${count === 1 ? 'call was' : 'calls were'} counted and not judged: the spans don't say with which ` +
    'arguments or result. Turn the capture of contents on in the instrumentation.'
  );
}

async function answer(
  { encoding }: ReportTaken,
  rejectedSpans: number,
  errorMessage: string,
): Promise<ReportReply> {
  if (encoding === 'protobuf') {
    const { protobufAnswer } = await import('../otel/read-protobuf.ts');
    return { kind: 'taken', body: protobufAnswer(rejectedSpans, errorMessage) };
  }
  const partialSuccess = {
    ...(rejectedSpans > 0 ? { rejectedSpans: String(rejectedSpans) } : {}),
    ...(errorMessage === '' ? {} : { errorMessage }),
  };
  const said = Object.keys(partialSuccess).length === 0 ? {} : { partialSuccess };
  return { kind: 'taken', body: Buffer.from(JSON.stringify(said)) };
}
