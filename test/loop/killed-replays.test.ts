/** Hooks that are killed with -9 while they record: what was answered is in the replay, and the replay is intact. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { verifies } from '../../spec/verifies.ts';
import { DEFAULT_MANIFEST, readTrajectory, trajectoryProblem } from '../../src/loop/index.ts';
import { kills } from '../kit/runs.ts';
import { testProgram } from '../kit/test-programs.ts';
import { LoopProject, manifestWith } from './loop-project.ts';

const program = testProgram('test/loop/hook-program.ts');
const KILLS = kills(6, 12);
const WORKING_MS_MAX = 60;
const TURNS_WHILE_ALIVE = 1_000;
/** The program ends a turn and asks for a call before it says that it was answered. */
const STEPS_A_TURN = 2;

verifies(
  'L12',
  `${KILLS} times kill -9: no answered step is missing, every digest fits`,
  async () => {
    const limit = DEFAULT_MANIFEST.replace('max_iterations: 100', 'max_iterations: 1000000');
    const project = new LoopProject(manifestWith(limit));
    let answeredTurns = 0;
    for (let round = 1; round <= KILLS; round += 1) {
      const args = [program, project.folder, 's1', String(TURNS_WHILE_ALIVE)];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
      await once(child.stdout, 'data');
      await sleep(Math.random() * WORKING_MS_MAX);
      child.kill('SIGKILL');
      await once(child, 'close');
      answeredTurns += said.split('\n').filter((line) => line.startsWith('answered')).length;
      expect((await project.stop()).kind).toBe('pass');
      const trajectory = readTrajectory(project.path('replays/s1.jsonl'));
      if (trajectory === null) throw new Error('the replay cannot be read');
      expect(trajectoryProblem(trajectory)).toBeNull();
      expect(trajectory.isTorn).toBe(false);
      const { length } = trajectory.steps;
      expect(length).toBeGreaterThanOrEqual(answeredTurns * STEPS_A_TURN + round);
      // Each kill may have cut off one turn after it was recorded and before it was answered.
      expect(length).toBeLessThanOrEqual((answeredTurns + round) * STEPS_A_TURN + round);
    }
    expect(answeredTurns).toBeGreaterThanOrEqual(KILLS);
  },
  120_000,
);
