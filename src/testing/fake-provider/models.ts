/**
 * The list of models that the fake provider offers. It answers for every model; the list is for clients that
 * want to see one before they ask.
 */
import type { WireFormat } from '../../wire/index.ts';
import { CREATED_AT_S } from './said.ts';

const MODELS = ['fake-model', 'fake-model-mini'];

/** The list as a provider writes it. Two of them have it on the same path. */
export function fakeModels(format: WireFormat): object {
  if (format === 'gemini') {
    return { models: MODELS.map((id) => ({ name: `models/${id}`, displayName: id })) };
  }
  if (format !== 'anthropic') {
    const data = MODELS.map((id) => ({
      id,
      object: 'model',
      created: CREATED_AT_S,
      owned_by: 'fake',
    }));
    return { object: 'list', data };
  }
  const created_at = new Date(CREATED_AT_S * 1_000).toISOString();
  const data = MODELS.map((id) => ({ type: 'model', id, display_name: id, created_at }));
  return { data, has_more: false, first_id: MODELS[0], last_id: MODELS.at(-1) };
}
