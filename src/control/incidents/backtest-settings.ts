/**
 * The settings that a backtest names, put over those in force.
 */
import type { z } from 'zod';
import { present } from '../../base/present.ts';
import { killSwitchOf, outOfShadow, type AgentState, type Constitution } from '../../core/index.ts';
import { envelopeChange } from '../agents/envelope-change.ts';
import { backtestChange } from '../agents/kill-switch-change.ts';
import { checkedShape } from '../api/checked-shape.ts';
import { backtestBody } from '../api/schemas.ts';

/** What a person may ask for. */
export type BacktestWritten = z.output<typeof backtestBody>;

/** Checks what somebody wrote; throws a problem that names the field. */
export function backtestWritten(written: Readonly<Record<string, unknown>>): BacktestWritten {
  return checkedShape(backtestBody, written, Object.keys(backtestBody.shape));
}

/**
 * The envelope to judge under: the own one where nothing else is named. Whoever names a setting of the kill switch asks
 * what the switch would do, so it acts unless they say that it does not.
 */
export function backtestEnvelope(
  written: BacktestWritten,
  own: AgentState['envelope'],
  constitution: Constitution,
): AgentState['envelope'] {
  const { max_tokens_per_minute, max_tool_calls_per_minute } = written;
  const named = present({ max_tokens_per_minute, max_tool_calls_per_minute });
  const { maxTokensPerMinute, maxToolCallsPerMinute } = envelopeChange(named, constitution);
  const limits = present({ maxTokensPerMinute, maxToolCallsPerMinute });
  // Whoever names a limit asks what it would do, so it acts. Budgets are none of what a backtest asks.
  const shadow = (own.shadow ?? []).filter(
    (rule) => rule !== 'limits' || Object.keys(limits).length === 0,
  );
  const change = backtestChange(written);
  const isNamed = Object.keys(change).length > 0;
  return {
    ...outOfShadow(own),
    ...(shadow.length === 0 ? {} : { shadow }),
    ...limits,
    killSwitch: {
      ...killSwitchOf(own),
      ...(isNamed ? { enabled: true, shadow: false } : {}),
      ...change,
    },
  };
}
