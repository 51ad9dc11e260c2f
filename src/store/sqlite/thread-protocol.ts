/** What the store and its thread say to each other. */
import type { StoreErrorCode } from '../store-error.ts';
import type { OpenFile } from './connection.ts';
import type { SqliteOperations } from './operations.ts';

/** Opening is a call like the others, and the first. */
export interface ThreadOperations extends SqliteOperations {
  open(options: OpenFile): void;
}

/** Please do this. */
export interface ThreadRequest<Name extends keyof ThreadOperations = keyof ThreadOperations> {
  readonly id: number;
  readonly name: Name;
  readonly args: Parameters<ThreadOperations[Name]>;
}

/** Done, with what came of it; or not, with why. */
export type ThreadReply =
  | { readonly id: number; readonly failure: null; readonly result: unknown }
  | {
      readonly id: number;
      readonly failure: { readonly code: StoreErrorCode; readonly message: string };
    };
