/**
 * The script behind the demonstration and the drill: what a model would say to each kind of agent.
 *
 * It decides from the conversation alone and keeps nothing, so any number of agents can talk at once.
 */
import { readTask, type AgentKind } from '../agents/http-agent-task.ts';
import type { AskedTurn, FakeAnswer, FakeToolCall } from './turn.ts';

const FILES = ['router', 'session', 'basket', 'invoice', 'search', 'mailer', 'upload', 'profile'];

/** Answers the three agents; to everybody else it says what it is. */
export function demoScript(turn: AskedTurn): FakeAnswer {
  const task = readTask(turn.lastUserText);
  if (task === null) {
    return { text: 'This is the fake provider of Tripwire. No model was asked.' };
  }
  const done = turn.toolResults.length;
  if (task.kind === 'healthy' && done >= task.steps) {
    return { text: `Finished after ${done} steps: every file is moved to the new router.` };
  }
  return turns[task.kind](done);
}

const turns: Readonly<Record<AgentKind, (done: number) => FakeAnswer>> = {
  healthy: (done) => {
    const { why, call } = workOn(fileAt(done), done);
    return { text: why, toolCalls: [call] };
  },
  // Whatever comes back, it says the same and does the same.
  looping: () => ({
    text: 'The tests still fail. I will run them again.',
    toolCalls: [{ name: 'run_tests', args: { command: 'npm test' } }],
  }),
  // Every call is another one: only the rhythm and the amount give it away.
  runaway: (done) => ({
    text: `Page ${done + 1} has more links, I follow them.`,
    toolCalls: [
      { name: 'fetch_page', args: { url: `https://shop.example/catalogue?page=${done + 1}` } },
    ],
    usage: { input: 900 + 120 * done, output: 180 },
  }),
};

/** Four steps for each file: find it, read it, change it, test it. */
const STEPS_A_FILE = 4;

function fileAt(done: number): string {
  const place = Math.floor(done / STEPS_A_FILE);
  const round = Math.floor(place / FILES.length);
  return `${FILES[place % FILES.length]}${round === 0 ? '' : `-${round + 1}`}`;
}

function workOn(file: string, done: number): { readonly why: string; readonly call: FakeToolCall } {
  switch (done % STEPS_A_FILE) {
    case 0:
      return {
        why: `Where is the ${file} used?`,
        call: { name: 'search', args: { query: `import ${file}` } },
      };
    case 1:
      return {
        why: `I read the ${file} before I touch it.`,
        call: { name: 'read_file', args: { path: `src/${file}.ts` } },
      };
    case 2:
      return {
        why: `The ${file} gets its routes from the table now.`,
        call: { name: 'edit_file', args: { path: `src/${file}.ts` } },
      };
    default:
      return {
        why: `Does the ${file} still work?`,
        call: { name: 'run_tests', args: { command: `npm test -- ${file}` } },
      };
  }
}
