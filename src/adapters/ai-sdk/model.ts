/**
 * A model of the AI SDK under the guardrails: before every call the gate is asked, after it the tokens are counted.
 */
import type * as AiSdk from 'ai';
import type { LanguageModel, LanguageModelMiddleware } from 'ai';
import type { GuardedSession } from '../guarded-session.ts';

type Sdk = typeof AiSdk;

/** A model that asks first. */
export type GuardedModel = ReturnType<Sdk['wrapLanguageModel']>;

type Usage = Awaited<ReturnType<GuardedModel['doGenerate']>>['usage'];
type Stream = Awaited<ReturnType<GuardedModel['doStream']>>['stream'];
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;

/** Wraps a model. */
export function guardModel(sdk: Sdk, guarded: GuardedSession, model: LanguageModel): GuardedModel {
  const middleware: LanguageModelMiddleware = {
    specificationVersion: 'v4',
    wrapGenerate: async ({ doGenerate }) => {
      await guarded.requireGoingOn();
      const result = await doGenerate();
      count(guarded, result.usage);
      return result;
    },
    wrapStream: async ({ doStream }) => {
      await guarded.requireGoingOn();
      const { stream, ...rest } = await doStream();
      const counting = new TransformStream<StreamPart, StreamPart>({
        transform: (part, controller) => {
          if (part.type === 'finish') count(guarded, part.usage);
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(counting), ...rest };
    },
  };
  return sdk.wrapLanguageModel({ model: resolved(sdk, model), middleware });
}

/** A model may be named; then it comes from where the SDK itself would take it. */
function resolved(sdk: Sdk, model: LanguageModel): Exclude<LanguageModel, string> {
  if (typeof model !== 'string') return model;
  return (globalThis.AI_SDK_DEFAULT_PROVIDER ?? sdk.gateway).languageModel(model);
}

function count(guarded: GuardedSession, usage: Usage): void {
  const { inputTokens, outputTokens } = usage;
  guarded.spend({ inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 });
}
