/**
 * Amounts as people read them: counts, tokens, money, days.
 */
import { groupedNumber } from '../../base/grouped-number.ts';
import type { Spent } from '../../prices/index.ts';

const NOT_KNOWN = '–';

/** A count with separators. */
export function countText(count: number): string {
  return groupedNumber(count);
}

/** A count of things, in the singular where it is one. */
export function countOfThings(count: number, thing: string): string {
  return `${countText(count)} ${thing}${count === 1 ? '' : 's'}`;
}

/** Tokens, shortened: 950, 86.7k, 1.2M. */
export function tokensText({ answers, tokens }: Spent): string {
  if (answers === 0) return NOT_KNOWN;
  if (tokens < 1_000) return String(tokens);
  if (tokens < 999_950) return `${(tokens / 1_000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

/** Money; a plus where tokens without a price come on top, and words where there is no price at all. */
export function moneyText(spent: Spent): string {
  const { answers, microDollars, unpricedTokens } = spent;
  if (answers === 0) return NOT_KNOWN;
  if (!isPriced(spent)) return 'no price';
  const more = unpricedTokens > 0 ? '+' : '';
  if (microDollars > 0 && microDollars < 5_000) return `<$0.01${more}`;
  const [dollars = '0', cents = '00'] = (microDollars / 1_000_000).toFixed(2).split('.');
  return `$${countText(Number(dollars))}.${cents}${more}`;
}

/** Whether a price is known for any of it. */
export function isPriced({ answers, microDollars, unpricedTokens }: Spent): boolean {
  return answers > 0 && (microDollars > 0 || unpricedTokens === 0);
}

/** A day and a time of day where the reader is; nothing where it is not known. */
export function whenText(atMs: number | null): string {
  if (atMs === null) return NOT_KNOWN;
  const date = new Date(atMs);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
