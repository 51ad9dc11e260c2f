/**
 * A second opinion, from outside: a looping agent over HTTP, and a model that is asked about it between warning and stop.
 */
import { describe, expect, test, vi } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import type { Agent, Incident, IncidentSummary } from '../../src/control/api/client.ts';
import { replayJournal } from '../../src/journal/index.ts';
import { demoScript, type AskedTurn, type FakeAnswer } from '../../src/testing/index.ts';
import { wholeServer, type WholeServer } from '../kit/whole-server.ts';

vi.setConfig({ testTimeout: 60_000 });

const isQuestion = ({ lastUserText }: AskedTurn) => lastUserText.startsWith('The detector says:');

/** A provider that is also asked for opinions, and the questions it got. */
function opinionated(answer: () => FakeAnswer) {
  const questions: AskedTurn[] = [];
  const script = (turn: AskedTurn): FakeAnswer => {
    if (!isQuestion(turn)) return demoScript(turn);
    questions.push(turn);
    return { usage: { input: 400, output: 30 }, ...answer() };
  };
  return { questions, script };
}

const says = (progress: boolean) => () => ({
  text: `{"progress": ${progress}, "why": "the same test fails ${progress ? 'less' : 'again'}"}`,
});

const yamlOf = (more = '') => `second_opinion:\n  provider: openai\n  model: gpt-5-mini\n${more}`;

async function incidentOf(whole: WholeServer, agent: string): Promise<Incident> {
  const [newest] = await whole.api<IncidentSummary[]>(`/api/incidents?agent=${agent}`);
  return whole.api<Incident>(`/api/incidents/${encodeURIComponent(newest?.id ?? '')}`);
}

/** How many of its requests were answered before it was refused; by the rules alone five. */
async function answered(whole: WholeServer, name = 'looper'): Promise<number> {
  const end = await whole.agent('looping', name);
  expect(end.reason).toBe('refused');
  return end.steps;
}
const BY_THE_RULES = 5;

async function expectParity({ server }: WholeServer): Promise<void> {
  for (const { agent } of await server.store.heads()) {
    expect(await replayJournal(server.store, agent), agent).toMatchObject({ parity: true });
  }
}

describe('a second opinion', () => {
  test('is off by default: nobody is asked, and the fifth identical call is the last', async () => {
    const { questions, script } = opinionated(says(true));
    const whole = await wholeServer({ script });
    expect(await answered(whole)).toBe(BY_THE_RULES);
    expect(questions).toHaveLength(0);
  });

  verifies(
    'X14',
    'that it is stuck stops it at the next step, not before the warning',
    async () => {
      const { questions, script } = opinionated(says(false));
      const whole = await wholeServer({ script, yaml: yamlOf() });
      expect(await answered(whole)).toBe(BY_THE_RULES - 1);
      expect(questions, 'asked once').toHaveLength(1);
      const { explained, signal, why } = await incidentOf(whole, 'looper');
      const steps = explained?.steps ?? [];
      const at = steps.findIndex(({ kind }) => kind === 'opinion');
      expect(steps[at - 1]).toMatchObject({ level: 'warn' });
      expect(steps[at]).toMatchObject({
        code: 'second-opinion',
        why: 'the same test fails again',
        stops_above: 5,
      });
      expect(steps.slice(at + 1).map(({ level }) => level)).toEqual(['stop']);
      expect(explained?.agrees).toBe(true);
      expect(signal).toMatchObject({ did: 'killed', threshold: 10 });
      expect(why).toContain('limit 5');
      await expectParity(whole);
    },
  );

  verifies(
    'X14',
    'that it makes progress delays the stop to the end of the band, and no further',
    async () => {
      const { questions, script } = opinionated(says(true));
      // Two commands in turn: equal answers in a row would be made to wait by the constitution first.
      const inTurn = (turn: AskedTurn): FakeAnswer => {
        const answer = script(turn);
        const command = turn.toolResults.length % 2 === 0 ? 'npm test' : 'make check';
        return isQuestion(turn)
          ? answer
          : { ...answer, text: command, toolCalls: [{ name: 'run_tests', args: { command } }] };
      };
      const byTheRules = await answered(await wholeServer({ script: inTurn }));
      const whole = await wholeServer({ script: inTurn, yaml: yamlOf() });
      const withOpinion = await answered(whole);
      expect(withOpinion).toBeGreaterThan(byTheRules);
      expect(withOpinion).toBeLessThanOrEqual(byTheRules + 3);
      expect(questions, 'asked once, however long it takes').toHaveLength(1);
      const { explained } = await incidentOf(whole, 'looper');
      const [before, last] = explained?.steps.slice(-2) ?? [];
      expect(before?.score).toBeGreaterThan(10);
      expect(before?.score).toBeLessThanOrEqual(15);
      expect(last).toMatchObject({ level: 'stop', stops_above: 15 });
      expect(last?.score).toBeGreaterThan(15);
      expect(explained?.agrees).toBe(true);
      await expectParity(whole);
    },
  );

  verifies('X14', 'that is late counts for nothing: the rules decide, and it is told', async () => {
    const { questions, script } = opinionated(() => ({
      ...says(true)(),
      pace: { hangAfterChunks: 0 },
    }));
    const whole = await wholeServer({ script, yaml: yamlOf('  timeout_ms: 300\n') });
    expect(await answered(whole)).toBe(BY_THE_RULES);
    expect(questions).toHaveLength(1);
    const { explained } = await incidentOf(whole, 'looper');
    expect(explained?.steps.find(({ kind }) => kind === 'opinion')).toMatchObject({
      why: 'no answer within 300 ms',
      stops_above: 10,
    });
    const notes = await whole.api('/api/events?agent=looper&type=note');
    expect(JSON.stringify(notes)).toContain('second opinion: no answer, the rules decide alone');
    await expectParity(whole);
  });

  test.each([
    ['in words', { text: 'I think it is fine.' }],
    ['of another type', { text: '{"progress": "yes"}' }],
    ['that is an error', { status: 500, error: { message: 'broken' } }],
  ] as const)('%s counts for nothing', async (_, answer) => {
    const { questions, script } = opinionated(() => answer);
    const whole = await wholeServer({ script, yaml: yamlOf() });
    expect(await answered(whole)).toBe(BY_THE_RULES);
    expect(questions).toHaveLength(1);
  });

  verifies('X14', 'costs, is counted, and is capped', async () => {
    const { questions, script } = opinionated(says(false));
    const whole = await wholeServer({ script, yaml: yamlOf('  asks_per_day: 1\n') });
    expect(await answered(whole, 'first')).toBe(BY_THE_RULES - 1);
    const asker = await whole.api<Agent>('/api/agents/second-opinion');
    expect(asker.spend.today.cost_usd).toBeGreaterThan(0);
    expect(asker.spend.today.tokens).toBe(430);
    expect(await answered(whole, 'second'), 'the cap is reached').toBe(BY_THE_RULES);
    expect(questions).toHaveLength(1);
    const { explained } = await incidentOf(whole, 'second');
    const refused = explained?.steps.find(({ kind }) => kind === 'opinion');
    expect(refused?.why).toMatch(/^not asked: /);
  });

  test('of a model without a known price is not asked for under a cap in money', async () => {
    const { questions, script } = opinionated(says(false));
    const unpriced = yamlOf().replace('gpt-5-mini', 'made-up-model');
    const capped = await wholeServer({ script, yaml: unpriced });
    expect(await answered(capped)).toBe(BY_THE_RULES);
    expect(questions).toHaveLength(0);
    const free = await wholeServer({ script, yaml: `${unpriced}  allow_unpriced: true\n` });
    expect(await answered(free)).toBe(BY_THE_RULES - 1);
  });

  test('is about the texts without their secrets, or about none of them', async () => {
    const { questions, script: plain } = opinionated(says(false));
    const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
    const args = { command: `npm test -- --token ${token}` };
    const script = (turn: AskedTurn): FakeAnswer => {
      const answer = plain(turn);
      return isQuestion(turn) ? answer : { ...answer, toolCalls: [{ name: 'run_tests', args }] };
    };
    await answered(await wholeServer({ script, yaml: yamlOf() }));
    expect(questions[0]?.lastUserText).toContain('npm test');
    expect(JSON.stringify(questions[0]?.body)).not.toContain(token);
    await answered(await wholeServer({ script, yaml: yamlOf('  texts: false\n') }));
    expect(questions[1]?.lastUserText).not.toContain('npm test');
    expect(questions[1]?.lastUserText).toContain('run_tests');
  });

  test.each(['anthropic', 'gemini'])('is asked in the format of %s', async (provider) => {
    const { questions, script } = opinionated(says(false));
    const yaml = `second_opinion:\n  provider: ${provider}\n  model: a-model\n  allow_unpriced: true\n`;
    expect(await answered(await wholeServer({ script, yaml }))).toBe(BY_THE_RULES - 1);
    expect(questions.map(({ format, model }) => [format, model])).toEqual([[provider, 'a-model']]);
  });

  test('nobody asks about healthy work, and a person’s stop stays a stop', async () => {
    const { questions, script } = opinionated(says(true));
    const whole = await wholeServer({ script, yaml: yamlOf() });
    expect((await whole.agent('healthy', 'worker', { steps: 9 })).reason).toBe('finished');
    expect(questions).toHaveLength(0);
    await whole.agent('looping', 'looper', { requestsMax: 4 });
    await vi.waitFor(() => expect(questions).toHaveLength(1), { timeout: 30_000 });
    await whole.api('/api/agents/looper/deactivate', { why: 'enough' });
    expect((await whole.agent('looping', 'looper')).steps).toBe(0);
    await whole.api('/api/stop-all', {});
    expect((await whole.agent('looping', 'other')).steps).toBe(0);
    expect(questions).toHaveLength(1);
  });
});
