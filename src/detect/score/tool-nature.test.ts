/** What a call can do to the world, by its name and its arguments. */
import { describe, expect, test } from 'vitest';
import { toolNature } from './tool-nature.ts';

describe('the nature of a call', () => {
  test.each([
    ['Task', {}, 'spawn'],
    ['spawn_agent', {}, 'spawn'],
    ['TaskOutput', { task_id: 'a' }, 'wait'],
    ['agent_result', {}, 'wait'],
    ['wait_agents', {}, 'wait'],
    ['TaskUpdate', {}, 'plan'],
    ['write_stdin', { session_id: 1, chars: '' }, 'wait'],
    ['write_stdin', { session_id: 1, chars: 'y\n' }, 'change'],
    ['BashOutput', { bash_id: 'b' }, 'read'],
    ['read_terminal', { id: 3 }, 'read'],
    ['Bash', { command: 'npm test' }, 'run'],
    ['Bash', { command: 'sleep 5; cat log' }, 'wait'],
    ['Bash', { command: 'git status' }, 'read'],
    ['something_else', {}, 'change'],
  ])('%s %o: %s', (tool, args, nature) => {
    expect(toolNature(tool, args)).toBe(nature);
  });
});
