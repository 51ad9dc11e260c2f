/**
 * What tokens of an engine cost at most, for engines that do not tell it themselves.
 *
 * The journal counts tokens and does not say which of them were output, so all are reckoned at that price: a limit must
 * not be passed because the cheaper kind was hoped for.
 */
import { NO_TOKENS } from './model-call.ts';
import { LIST_PRICES, spentOn } from './prices.ts';

const MICRO = 1_000_000;
const MODEL_WORD = /^(?:-m|--model)$/;
const MODEL_GIVEN = /^--model=(.+)$/;

/** Dollars; null where the command names no model that has a price. */
export function priceAtMost(command: readonly string[], tokens: number): number | null {
  const model = modelIn(command);
  if (model === null) return null;
  const usage = { ...NO_TOKENS, outputTokens: tokens };
  const { microDollars, unpricedModels } = spentOn([{ model, usage, firstEvent: 0 }], LIST_PRICES);
  return unpricedModels.length > 0 ? null : microDollars / MICRO;
}

function modelIn(command: readonly string[]): string | null {
  const at = command.findIndex((word) => MODEL_WORD.test(word));
  const given = command.map((word) => MODEL_GIVEN.exec(word)?.[1]).find((one) => one !== undefined);
  return at === -1 ? (given ?? null) : (command[at + 1] ?? null);
}
