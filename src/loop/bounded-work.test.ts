/** Calls and results as an agent could make them on purpose: a hook that takes long is a hook that does not guard. */
import { expect, test } from 'vitest';
import { QUIET_SURROUNDINGS } from '../../test/kit/quiet-surroundings.ts';
import { applyRules, DEFAULT_MANIFEST, type LoopState } from './index.ts';
import { readManifest } from './manifest/read-manifest.ts';

const LENGTH = 200_000;
const repeated = (piece: string) => piece.repeat(LENGTH / piece.length);
const pieces = [
  '\n',
  ' ',
  'a/',
  '"',
  "'",
  '\\"',
  '1 failed, ',
  'x=1 ',
  'git add ',
  'make x ',
  '=',
  '*** Add File: a\n',
  '$(',
  '.geometry',
  'sed -i ',
];

test.each(pieces)(
  'a call full of %j',
  (piece) => {
    const read = readManifest(DEFAULT_MANIFEST);
    if (!read.ok) throw new Error(read.message);
    let state: LoopState = {
      manifest: read.manifest,
      holds: [],
      flights: [],
      sessions: [],
      tree: null,
      manifestProblem: null,
    };
    const text = repeated(piece);
    const where = { session: 's', agent: null, atMs: 1, cwd: '/p', transcript: null, callId: null };
    state = applyRules(
      state,
      { ...where, kind: 'usage', contextTokens: 190_000, model: null },
      QUIET_SURROUNDINGS,
    ).state;
    for (const command of [`npm test ${text}`, text]) {
      const call = {
        ...where,
        tool: 'Bash',
        args: { command, file_path: text, old_string: text, new_string: text },
      };
      state = applyRules(state, { ...call, kind: 'tool-before' }, QUIET_SURROUNDINGS).state;
      state = applyRules(
        state,
        { ...call, kind: 'tool-after', result: text, isError: null },
        QUIET_SURROUNDINGS,
      ).state;
    }
    // What is remembered does not grow with what was said.
    expect(JSON.stringify(state).length).toBeLessThan(16_384);
  },
  30_000,
);
