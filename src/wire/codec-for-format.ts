/**
 * The codecs there are, by wire format.
 */
import { anthropicCodec } from './anthropic/codec.ts';
import type { WireCodec } from './codec.ts';
import { geminiCodec } from './gemini/codec.ts';
import { openaiChatCodec } from './openai-chat/codec.ts';
import { openaiResponsesCodec } from './openai-responses/codec.ts';
import type { WireFormat } from './wire-format.ts';

/** Every codec. */
export const codecs: readonly WireCodec[] = [
  anthropicCodec,
  openaiChatCodec,
  openaiResponsesCodec,
  geminiCodec,
];

/** The codec of a format; null for one that cannot be read yet, which the proxy must refuse. */
export function codecForFormat(format: WireFormat): WireCodec | null {
  return codecs.find((codec) => codec.format === format) ?? null;
}
