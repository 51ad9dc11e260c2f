/**
 * The error object that OpenAI's two formats share.
 */
import type { FakeError } from './turn.ts';

const kinds: Readonly<Record<number, { readonly type: string; readonly code: string | null }>> = {
  401: { type: 'invalid_request_error', code: 'invalid_api_key' },
  404: { type: 'invalid_request_error', code: 'not_found' },
  429: { type: 'requests', code: 'rate_limit_exceeded' },
};
const SERVER_ERROR_MIN = 500;

/** An error as OpenAI writes it. */
export function openaiError(status: number, { message, type, code }: FakeError): object {
  const usual = kinds[status];
  const general = status >= SERVER_ERROR_MIN ? 'server_error' : 'invalid_request_error';
  return {
    error: {
      message,
      type: type ?? usual?.type ?? general,
      param: null,
      code: code ?? usual?.code ?? null,
    },
  };
}
