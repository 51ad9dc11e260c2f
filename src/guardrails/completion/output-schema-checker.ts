/**
 * Complete when what the agent hands over has the shape that was asked for.
 *
 * A schema is anything with `safeParse`, so that the user's own validator is used and none is imported here.
 */
import { namedList } from '../named-list.ts';
import {
  TaskCompletionResult,
  type TaskCompletionChecker,
  type TaskCompletionContext,
} from './task-completion.ts';

/** What a schema says about one place of a value. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A schema, as zod and its relatives have it. */
export interface OutputSchema {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } };
}

/** Which shape. */
export interface OutputSchemaCheckerOptions {
  readonly schema: OutputSchema;
}

/** Verifies the shape of the tentative output. */
export class OutputSchemaChecker implements TaskCompletionChecker {
  readonly schema: OutputSchema;

  constructor({ schema }: OutputSchemaCheckerOptions) {
    this.schema = schema;
  }

  check({ tentativeOutput }: TaskCompletionContext): TaskCompletionResult {
    const parsed = this.schema.safeParse(tentativeOutput);
    if (parsed.success) return TaskCompletionResult.ok('The output has the required shape.');
    const issues = parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
    );
    return TaskCompletionResult.incomplete(
      `The output does not have the required shape: ${namedList(issues)}. Correct it before you stop.`,
    );
  }
}
