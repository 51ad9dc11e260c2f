/**
 * The OpenAPI document as a reader of it sees it: what an answer may look like, judged by a JSON Schema validator that
 * knows nothing of the schemas the document was made from.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
ajv.addVocabulary(['components']);

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, Media>> }>
  >;
}

interface Media {
  readonly schema: object;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Every operation with its place. */
export function operationsOf(document: ApiDocument): readonly {
  readonly name: string;
  readonly path: string;
  readonly operation: Operation;
}[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      path,
      operation,
    })),
  );
}

/** Every schema that stands in the document, with where it stands. */
export function schemasOf(document: ApiDocument): readonly (readonly [string, object])[] {
  const found: (readonly [string, object])[] = [];
  const look = (at: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'schema') found.push([`${at}/${key}`, inner as object]);
      else look(`${at}/${key}`, inner);
    }
  };
  look('', document);
  return found;
}

/** What the document holds against an answer; null when it is as described. */
export function answerCheck(
  document: ApiDocument,
): (name: string, answer: unknown) => string | null {
  const described = new Map(operationsOf(document).map((one) => [one.name, one.operation]));
  return (name, answer) => {
    const [media] = Object.values(described.get(name)?.responses['200']?.content ?? {});
    if (media === undefined) return `${name} is not described`;
    const fits = compiled(document, media.schema);
    return fits(answer) ? null : `${name}: ${JSON.stringify(fits.errors)}`;
  };
}

/** A schema of the document as JSON Schema 2020-12, read strictly: an unknown word in it is an error. */
export function compiled(document: ApiDocument, schema: object): ValidateFunction {
  // References lead to the document's root, so its components stand beside the schema.
  return ajv.compile({ ...schema, components: document.components });
}
