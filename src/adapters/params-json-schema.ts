/**
 * The parameters of a tool as JSON schema, which is what models are given.
 *
 * Schemas say it themselves where they follow Standard JSON Schema (zod and its relatives). One that cannot takes any
 * object; what is wrong with it is then found when the tool is called, and told to the model.
 */
import type { DeclaredTool } from '../guardrails/index.ts';

/** A JSON schema of an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
  readonly additionalProperties: boolean;
  readonly [keyword: string]: unknown;
}

interface SchemaThatTells {
  readonly '~standard': {
    readonly jsonSchema: {
      input(options: { readonly target: 'draft-07' }): Readonly<Record<string, unknown>>;
    };
  };
}

const ANY_OBJECT: ObjectSchema = {
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: true,
};

/** What the tool takes. */
export function paramsJsonSchema(tool: DeclaredTool): ObjectSchema {
  const params: unknown = 'params' in tool ? tool.params : null;
  if (!tells(params)) return ANY_OBJECT;
  const { $schema: _dialect, ...schema } = params['~standard'].jsonSchema.input({
    target: 'draft-07',
  });
  return { ...ANY_OBJECT, additionalProperties: false, ...schema, type: 'object' };
}

function tells(params: unknown): params is SchemaThatTells {
  if (typeof params !== 'object' || params === null || !('~standard' in params)) return false;
  const standard = params['~standard'];
  return typeof standard === 'object' && standard !== null && 'jsonSchema' in standard;
}
