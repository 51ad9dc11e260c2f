/** The contracts under their exact names and with exactly the specified fields. */
import { fileURLToPath } from 'node:url';
import { describe, expect, expectTypeOf } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { exportedNames } from '../../test/api/public-surface.ts';
import { event, judge } from '../../test/kit/records.ts';
import type {
  ActivityState,
  AgentEvent,
  ExecutionResult,
  IntentDecision,
  SafetyDecision,
  SafetyVeto,
} from './index.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the contracts of §2.1', () => {
  verifies('T1', 'are exported under exactly their names', () => {
    const { types } = exportedNames(root, 'src/core/index.ts');
    const contracts = [
      'ActivityState',
      'AgentEvent',
      'ExecutionResult',
      'IntentDecision',
      'SafetyDecision',
      'SafetyVeto',
    ];
    expect(types).toEqual(expect.arrayContaining(contracts));
  });

  verifies('T1', 'have exactly the specified fields', () => {
    // The compiler checks these; a decision shows that the core really answers in them.
    expectTypeOf<AgentEvent>().toEqualTypeOf<{
      readonly timestamp: number;
      readonly tokenCount: number;
      readonly toolCalls: number;
      readonly latencyMs: number;
      readonly outputLength: number;
      readonly outputHash?: string;
    }>();
    expectTypeOf<ActivityState>().toEqualTypeOf<{
      readonly intensity: 'LOW' | 'NORMAL' | 'HIGH';
      readonly mode: 'IDLE' | 'WORKING' | 'LOOPING' | 'RUNAWAY';
      readonly reason: string;
      readonly since: number;
    }>();
    expectTypeOf<IntentDecision>().toEqualTypeOf<{
      readonly intent: 'CONTINUE' | 'PAUSE' | 'STOP';
      readonly confidence: number;
      readonly reason: string;
    }>();
    expectTypeOf<SafetyDecision>().toEqualTypeOf<{
      readonly allowed: boolean;
      readonly remainingBudget: number;
      readonly reason: string;
      readonly vetoReason?: SafetyVeto;
    }>();
    expectTypeOf<ExecutionResult>().toEqualTypeOf<{
      readonly executed: boolean;
      readonly status: 'SUCCESS' | 'PARTIAL' | 'FAILED' | 'BLOCKED';
      readonly tokensUsed: number;
      readonly latencyMs: number;
    }>();
    expectTypeOf<SafetyVeto>().toEqualTypeOf<
      | 'RUNAWAY_DETECTED'
      | 'LOOP_DETECTED'
      | 'TOKEN_BUDGET_EXCEEDED'
      | 'RATE_LIMIT_EXCEEDED'
      | 'COOLDOWN_ACTIVE'
      | 'HEALTH_DEGRADED'
    >();
    const { last } = judge([event(0, { toolCalls: 61 })]);
    expect(Object.keys(last.activity)).toEqual(['intensity', 'mode', 'reason', 'since']);
    expect(Object.keys(last.intent)).toEqual(['confidence', 'intent', 'reason']);
    expect(Object.keys(last.safety)).toEqual([
      'allowed',
      'reason',
      'remainingBudget',
      'vetoReason',
    ]);
  });
});
