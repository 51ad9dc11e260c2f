/** Every SDK that the proxy is proved with, streamed and not. */
import { aiAnthropicSdk, aiOpenaiSdk } from './sdk-ai.ts';
import { anthropicSdk } from './sdk-anthropic.ts';
import { langchainAnthropicSdk, langchainOpenaiSdk } from './sdk-langchain.ts';
import { openaiSdk } from './sdk-openai.ts';
import type { Sdk } from './sdk-run.ts';

/** The SDKs. */
export const sdks: readonly Sdk[] = [
  openaiSdk,
  anthropicSdk,
  aiOpenaiSdk,
  aiAnthropicSdk,
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
