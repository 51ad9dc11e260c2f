/**
 * A tool that does nothing but note what it was called with, for tests of an agent's guardrails.
 */
import { isObject } from '../base/json-values.ts';
import { defineTool, type ParamsSchema, type Tool } from '../guardrails/index.ts';

type Params = Readonly<Record<string, unknown>>;

/** What the tool does. */
export interface FakeToolOptions<Result> {
  /** What a call returns; what it throws makes the call fail. It is called once for each call that may run. */
  readonly answer: (params: Params) => Result | Promise<Result>;
  readonly description?: string;
  /** Any object when it is not given. */
  readonly params?: ParamsSchema<Params>;
}

/** A tool that remembers its calls. */
export interface FakeTool<Name extends string, Result> extends Tool<Name, Params, Result> {
  /** What it was called with, in order. A call that was denied is not among them. */
  readonly calls: readonly Params[];
}

const anyObject: ParamsSchema<Params> = {
  safeParse: (value) =>
    isObject(value)
      ? { success: true, data: value }
      : { success: false, error: { message: 'must be an object' } },
};

/** Makes such a tool. */
export function fakeTool<const Name extends string, Result>(
  name: Name,
  { answer, description = '', params = anyObject }: FakeToolOptions<Result>,
): FakeTool<Name, Result> {
  const calls: Params[] = [];
  const tool = defineTool<Name, Params, Result>({
    name,
    description,
    params,
    handler: (given) => {
      calls.push(given);
      return answer(given);
    },
  });
  return { ...tool, calls };
}
