/**
 * What every store refuses before it does anything: arguments that cannot be stored or answered, and calls after its end.
 *
 * The table says which argument is checked by what. A store is the operations below it and knows nothing of this, so none
 * can forget a check that another makes.
 */
import { storeClosed } from './refusals.ts';
import {
  requireAdopted,
  requireBatch,
  requireDocuments,
  requireEvents,
  requireEvidence,
  requireKey,
  requireLimit,
} from './shape-check.ts';
import type { Store } from './store.ts';

type Operation = keyof Store;
type Arguments<Name extends Operation> = Parameters<Store[Name]>;
type Answer<Name extends Operation> = Awaited<ReturnType<Store[Name]>>;

/** The operations of a store that may take their arguments as checked; they answer at once or by a promise. */
export type StoreOperations = {
  readonly [Name in Operation]: (...args: Arguments<Name>) => Answer<Name> | Promise<Answer<Name>>;
};

const nothing = (): void => undefined;

const CHECKS: { readonly [Name in Operation]: (...args: Arguments<Name>) => void } = {
  append: requireBatch,
  heads: nothing,
  read: (_agent, _fromSeq, limit) => requireLimit(limit),
  snapshot: nothing,
  anchors: nothing,
  events: ({ limit }) => requireLimit(limit),
  replaceEvents: requireEvents,
  putKey: requireKey,
  keys: nothing,
  removeKey: nothing,
  putEvidence: requireEvidence,
  evidence: (_agent, limit) => requireLimit(limit),
  changeDocuments: requireDocuments,
  documents: ({ limit }) => requireLimit(limit),
  dropEvidence: nothing,
  cut: nothing,
  cutPart: nothing,
  adopt: requireAdopted,
  sizeBytes: nothing,
  close: nothing,
};

/** A store of these operations, behind the checks. */
export function checkedStore(operations: StoreOperations): Store {
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= Promise.resolve(operations.close());
    return closing;
  };
  const checked = storeOf((name) => async (...args) => {
    if (closing !== null) throw storeClosed();
    (CHECKS[name] as Untyped)(...args);
    return await (operations[name] as Untyped)(...args);
  });
  return { ...checked, close };
}

/** The same store with some operations replaced; all others reach the store itself, whatever kind of object it is. */
export function storeWith(store: Store, replaced: Partial<Store>): Store {
  const own = storeOf((name) => {
    const operation = store[name].bind(store) as Untyped;
    return async (...args) => await operation(...args);
  });
  return { ...own, ...replaced };
}

type Untyped = (...args: readonly unknown[]) => unknown;

/** An object that has every operation of a store as a member of its own. */
function storeOf(
  operationOf: (name: Operation) => (...args: readonly unknown[]) => Promise<unknown>,
): Store {
  const names = Object.keys(CHECKS) as Operation[];
  return Object.fromEntries(names.map((name) => [name, operationOf(name)])) as unknown as Store;
}
