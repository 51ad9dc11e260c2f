/**
 * The OpenAPI document, made from the table of endpoints.
 */
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { problemShape } from './problem.ts';

type Json = Readonly<Record<string, unknown>>;

/** The document, version 3.1. */
export function openApi(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const [method = '', path = ''] = name.split(' ');
    const templated = path.replace(/:(\w+)/g, '{$1}');
    paths[templated] = { ...paths[templated], [method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tripwire',
      version,
      description: 'The kill switch for LLM agents: look at agents, stop and release them.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: 'tripwire_session' },
      },
      schemas: { Problem: jsonSchema(problemShape, 'output') },
    },
  };
}

function operation(name: string, endpoint: Endpoint): Json {
  const { access, summary, query, body, response, contentType = 'application/json' } = endpoint;
  const params = [...name.matchAll(/:(\w+)/g)].map(([, param = '']) => ({
    name: param,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: name.replaceAll(/[^\w]+/g, '_'),
    summary,
    'x-role': access,
    ...(access === 'anyone' ? { security: [] } : {}),
    parameters: [...params, ...(query === undefined ? [] : queryParameters(query))],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: false,
            content: { 'application/json': { schema: jsonSchema(body, 'input') } },
          },
        }),
    responses: {
      '200': {
        description: 'Done',
        content: { [contentType]: { schema: jsonSchema(response, 'output') } },
      },
      default: {
        description: 'A problem (RFC 9457): what is wrong and what to do',
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        },
      },
    },
  };
}

function queryParameters(query: z.ZodObject): readonly Json[] {
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
