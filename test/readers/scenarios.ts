/**
 * Scenarios for every reader: what an agent did, turn by turn, in a form that belongs to no client.
 */

/** One tool call with its outcome. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly failed: boolean;
}

/** One answer of the model and what its calls brought. */
export interface Turn {
  readonly atMs: number;
  readonly says: string;
  readonly calls: readonly Call[];
}

/** A prompt and the turns after it. */
export interface Scenario {
  readonly name: string;
  readonly prompt: string;
  readonly turns: readonly Turn[];
}

const START_MS = Date.UTC(2026, 10, 16, 9);
const PACE_MS = 7_000;

function call(tool: string, args: Call['args'], result: string, failed = false): Call {
  return { tool, args, result, failed };
}

function scenario(
  name: string,
  count: number,
  turn: (index: number) => Call | readonly Call[],
  paceMs = PACE_MS,
): Scenario {
  const turns = Array.from({ length: count }, (_, index): Turn => {
    const made = turn(index);
    const calls = 'tool' in made ? [made] : made;
    const says = index % 3 === 0 ? `Step ${index + 1}.` : '';
    return { atMs: START_MS + (index + 1) * paceMs, says, calls };
  });
  return { name, prompt: `Please take care of it: ${name}.`, turns };
}

/** The shell of a client in which a command failed. */
const shell = (command: string, result: string, failed = false) =>
  call('bash', { command }, result, failed);
const hex = (index: number) => ((index + 3) * 2_654_435_761).toString(16).padStart(12, '0');

/** Stuck and healthy, with flags and without, with noise and waits, parallel calls and plans. */
export const SCENARIOS: readonly Scenario[] = [
  scenario('a command that fails with noise', 12, (index) =>
    shell(
      'make migrate',
      `Exit code 1\nerror: relation "tenants" does not exist (attempt ${(index * 37) % 91}, request ${hex(index)})`,
      true,
    ),
  ),
  scenario('the same failure, with the time in it', 8, (index) =>
    shell(
      'npm test',
      `Exit code 1\nFAIL 401 Unauthorized at 2026-11-16T08:0${index}:11.${index}21Z`,
      true,
    ),
  ),
  scenario('an error inside a success', 16, (index) =>
    shell(
      'curl -s https://crm.example.test/customers?page=5',
      `{"error": "rate_limited", "message": "Too many requests", "retry_after": ${30 + ((index * 17) % 29)}}`,
    ),
  ),
  scenario('arguments that the tool refuses', 12, (index) =>
    call(
      'create_issue',
      { title: `Checkout outage ${'x'.repeat(index % 3)}`, body: 'It answers 500.' },
      'InputValidationError: create_issue failed:\nThe required parameter `project` is missing',
      true,
    ),
  ),
  scenario(
    'a deployment that takes its time',
    24,
    (index) =>
      shell('sleep 60; kubectl get pods', `web-1   0/1   ContainerCreating   0   ${index * 67}s`),
    67_000,
  ),
  scenario('one edit after the other, tests that move', 14, (index) =>
    index % 2 === 0
      ? call('edit_file', { path: `src/part-${index}.ts`, text: `line ${index}` }, 'Edited.')
      : shell('npm test', `Exit code 1\n${14 - index} failed, ${30 + index} passed`, true),
  ),
  scenario('three files at once, again and again', 8, () =>
    ['load', 'merge', 'check'].map((name) =>
      call('read_file', { path: `src/${name}.ts` }, `export const ${name} = () => true;`),
    ),
  ),
  scenario('nothing but plans', 18, (index) =>
    call(
      'update_plan',
      { plan: [{ step: `${['Design', 'Sketch', 'Outline'][index % 3]} it`, status: 'pending' }] },
      'Plan updated',
    ),
  ),
];
