/** Whose hooks have reported, by the clock and by name. */
import { describe, expect, test } from 'vitest';
import { clientFacts } from '../clients/client-headers.ts';
import { Attestation, type Attested } from './attestation.ts';

const MINUTE_MS = 60_000;
const tool = { kind: 'tool', tool: 'look', args: {}, result: 'a cat' } as const;

function asked(session: string | null, more: Partial<Attested> = {}): Attested {
  return {
    agent: 'ada',
    session,
    thread: 'main',
    events: [tool],
    client: 'gemini-cli',
    purpose: 'step',
    ...more,
  };
}

/** One whose first request has passed. */
function begun(session: string | null): Attestation {
  const attestation = new Attestation(() => true);
  expect(attestation.refusal(asked(session), 0)).toBeNull();
  return attestation;
}

describe('a client without sessions', () => {
  test('is known by its agent’s report for ten minutes', () => {
    const attestation = begun(null);
    expect(attestation.refusal(asked(null), 0)).toMatchObject({ kind: 'hooks_missing' });
    attestation.report('ada', ['whatever'], 0);
    expect(attestation.refusal(asked(null), 10 * MINUTE_MS)).toBeNull();
    expect(attestation.refusal(asked(null), 10 * MINUTE_MS + 1)).toMatchObject({
      kind: 'hooks_missing',
      reason: expect.stringContaining('Gemini CLI') as string,
      remedy: 'Run: tripwire init gemini-cli',
    });
  });

  test('is not known by the report of another agent', () => {
    const attestation = begun(null);
    attestation.report('eve', ['whatever'], 0);
    expect(attestation.refusal(asked(null), 0)).not.toBeNull();
  });

  test('no client that is known has a remedy too', () => {
    const refusal = begun(null).refusal(asked(null, { client: null }), 0);
    expect(refusal?.remedy).toBe('Run: tripwire init');
  });
});

describe('a session', () => {
  test('is known by its report for as long as it lasts', () => {
    const attestation = begun('one');
    attestation.report('ada', ['one'], 0);
    expect(attestation.refusal(asked('one'), 10_000 * MINUTE_MS)).toBeNull();
  });

  test('an id that no record can carry is the same in a report and in a request', () => {
    const long = 'x'.repeat(500);
    const attestation = new Attestation(() => true);
    attestation.report('ada', [long], 0);
    const facts = clientFacts([['x-claude-code-session-id', long]], {});
    expect(facts.session).not.toBe(long);
    for (let step = 0; step < 3; step += 1) {
      expect(attestation.refusal(asked(facts.session), 0)).toBeNull();
    }
  });
});

test('what brings no result of a tool, or is no step, is not looked at', () => {
  const attestation = begun('one');
  const prompt = { kind: 'prompt', text: 'hello' } as const;
  expect(attestation.refusal(asked('one', { events: [prompt] }), 0)).toBeNull();
  expect(attestation.refusal(asked('one', { purpose: 'side' }), 0)).toBeNull();
  expect(attestation.refusal(asked('one', { purpose: 'compaction' }), 0)).toBeNull();
  expect(attestation.refusal(asked('one'), 0)).not.toBeNull();
});

test('what is remembered has a limit, and a session that works stays', () => {
  const attestation = begun('one');
  attestation.report('ada', ['one'], 0);
  for (let other = 0; other < 10_000; other += 1) {
    attestation.report('ada', [`other-${other}`], 0);
    if (other % 1_000 === 0) expect(attestation.refusal(asked('one'), 0)).toBeNull();
  }
  expect(attestation.refusal(asked('one'), 0)).toBeNull();
});
