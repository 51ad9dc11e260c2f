/** Every SDK that the proxy is proved with, streamed and not. */
import { agentsSdk } from './sdk-agents.ts';
import { aiAnthropicSdk, aiGoogleSdk, aiOpenaiResponsesSdk, aiOpenaiSdk } from './sdk-ai.ts';
import { anthropicSdk } from './sdk-anthropic.ts';
import { genaiSdk } from './sdk-genai.ts';
import { langchainAnthropicSdk, langchainOpenaiSdk } from './sdk-langchain.ts';
import { openaiResponsesSdk } from './sdk-openai-responses.ts';
import { openaiSdk } from './sdk-openai.ts';
import type { Sdk } from './sdk-run.ts';

/** The SDKs. */
export const sdks: readonly Sdk[] = [
  openaiSdk,
  openaiResponsesSdk,
  agentsSdk,
  anthropicSdk,
  genaiSdk,
  aiOpenaiSdk,
  aiOpenaiResponsesSdk,
  aiAnthropicSdk,
  aiGoogleSdk,
  langchainOpenaiSdk,
  langchainAnthropicSdk,
];

/** Every SDK in both ways of asking, with a title for the test. */
export const everyWay = sdks.flatMap((sdk) =>
  [false, true].map((stream) => ({
    sdk,
    stream,
    title: `${sdk.name}${stream ? ', streamed' : ''}`,
  })),
);
