/**
 * A hook as a process of its own: `node hook-program.ts FOLDER SESSION COUNT` reports COUNT ends of turns, each
 * with a call that is turned down and logged. It decides as `tripwire hook` does where no server runs.
 *
 * After each it says so, so that whoever kills it knows what must not be lost.
 */
import type { LoopAnswer, LoopEvent } from '../../src/clients/hook-event.ts';
import { decideEmbedded } from '../../src/server/hook-embedded.ts';

const [, , folder = '', session = '', count = '1'] = process.argv;
const where = { session, agent: null, atMs: 0, cwd: folder, transcript: null };
const stop: LoopEvent = { ...where, kind: 'stop', isStopHookActive: false, lastMessage: null };
const call = { callId: null, tool: 'Bash', args: { command: 'rm .geometry/STOP' } };
const touch: LoopEvent = { ...where, ...call, kind: 'tool-before' };

for (let turn = 1; turn <= Number(count); turn += 1) {
  const answers = [await answered(stop), await answered(touch)];
  const kinds = answers.map(({ kind }) => kind).join(' ');
  console.log(kinds === 'pass deny' ? `answered ${turn}` : `failed ${JSON.stringify(answers)}`);
}

/** On a busy machine the lock may be out of reach for longer than a hook waits. It says so, and is asked again. */
async function answered(event: LoopEvent): Promise<LoopAnswer> {
  const env = { HOME: `${folder}/home` };
  const answer = await decideEmbedded({ event, env, nowMs: Date.now(), client: 'claude-code' });
  const said = wordsOf(answer);
  if (said === null) return answer;
  if (said.includes('is held by process')) return answered(event);
  return said.includes('cannot decide') ? { kind: 'continue', reason: said } : answer;
}

function wordsOf(answer: LoopAnswer): string | null {
  if (answer.kind === 'undecided') return answer.problem;
  return answer.kind === 'pass' ? answer.say : answer.reason;
}
