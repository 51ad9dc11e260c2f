/**
 * The title of a refusal that no wait ends: a budget that is spent, a price that nobody knows, a hold.
 *
 * The core's own reason is part of the decision and never changes its wording. This says the same in one sentence for
 * people; of what it doesn't recognise it says nothing.
 */
import { HOLD_LAWS, type HoldKind } from './hold-laws.ts';
import { stopTitle } from './stop-title.ts';

/** The title, without a full stop; null where waiting is what ends it. */
export function refusedTitle(reason: string): string | null {
  return spentTitle(reason) ?? unpricedTitle(reason) ?? heldTitle(reason);
}

const spentForm =
  /^BUDGET_SPENT: (.+?) spent and reserved(?: by all of it)?, (.+?) for this call; (.+?) is what the (.+?) has(?: for (.+?))?(, extended once)?(?:;|$)/;

function spentTitle(reason: string): string | null {
  const found = spentForm.exec(reason);
  if (found === null) return null;
  const [, spent = '', asked = '', limit = '', holder = '', period, extended = ''] = found;
  const whose = holder.startsWith('team ') ? `the budget of ${holder}` : 'budget';
  const within = period ?? `this ${holder}`;
  const more = asked.endsWith(' calls') ? '' : `, and this call needs ${asked}`;
  return `Over ${whose}: ${ofLimit(spent, limit)} spent in ${within}${extended}${more}`;
}

/** "3 of 5 calls": the unit once. */
function ofLimit(spent: string, limit: string): string {
  const [amount = '', unit] = spent.split(' ');
  return unit !== undefined && limit.endsWith(` ${unit}`)
    ? `${amount} of ${one(limit)}`
    : `${spent} of ${limit}`;
}

/** One call is no "1 calls". */
function one(amount: string): string {
  return amount.replace(/^1 (\w+)s$/, '1 $1');
}

function unpricedTitle(reason: string): string | null {
  return codeOf(reason) === 'PRICE_UNKNOWN'
    ? "The price of this model is not known, so nobody can tell whether the call fits the agent's budget in money"
    : null;
}

/** The code that a reason begins with. */
function codeOf(reason: string): string | undefined {
  return /^([A-Z_]+): /.exec(reason)?.[1];
}

/** A hold says its words in quotes. */
const heldForm =
  /^(HOLD_[A-Z_]+): "((?:[^"\\]|\\.)*)"(?: for "((?:[^"\\]|\\.)*)")? \(by "((?:[^"\\]|\\.)*)", since /;

function heldTitle(reason: string): string | null {
  const [, code, why = '', target, by = ''] = heldForm.exec(reason) ?? [];
  const hold = holdOfCode(code ?? '');
  if (hold === null) return null;
  const about = target === undefined ? {} : { target: unquoted(target) };
  return stopTitle({ hold, by: unquoted(by), why: unquoted(why), ...about });
}

/** The hold that a reason means by a code; null for what is no hold's. */
export function holdOfCode(code: string): HoldKind | null {
  return kinds.find((kind) => HOLD_LAWS[kind].code === code) ?? null;
}

const kinds = Object.keys(HOLD_LAWS) as readonly HoldKind[];

function unquoted(text: string): string {
  return text.replaceAll(/\\(["\\])/g, '$1');
}
