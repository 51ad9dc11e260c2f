/**
 * A question of our own to a model, in each provider's form: one system text, one question, an answer in words.
 */

/** What is asked. */
export interface PlainQuestion {
  readonly model: string;
  readonly system: string;
  readonly text: string;
  readonly outputTokensMax: number;
}

/** The request that asks it. */
export interface PlainRequest {
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** The forms in which a provider can be asked. */
export type PlainFormat = 'anthropic' | 'openai' | 'gemini';

const forms: Readonly<Record<PlainFormat, (question: PlainQuestion) => PlainRequest>> = {
  anthropic: ({ model, system, text, outputTokensMax }) => ({
    path: '/v1/messages',
    headers: [['anthropic-version', '2023-06-01']],
    body: {
      model,
      max_tokens: outputTokensMax,
      system,
      messages: [{ role: 'user', content: text }],
    },
  }),
  openai: ({ model, system, text, outputTokensMax }) => ({
    path: '/v1/chat/completions',
    headers: [],
    body: {
      model,
      max_completion_tokens: outputTokensMax,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: text },
      ],
    },
  }),
  gemini: ({ model, system, text, outputTokensMax }) => ({
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: [],
    body: {
      systemInstruction: { parts: [{ text: system }] },
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { maxOutputTokens: outputTokensMax },
    },
  }),
};

/** A question as a provider of this format takes it. */
export function plainRequest(format: PlainFormat, question: PlainQuestion): PlainRequest {
  return forms[format](question);
}
