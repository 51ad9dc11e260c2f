/** Values that go into the places of the old ones, compared with reading and writing YAML. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LoopProject, manifestWith } from '../../../test/loop/loop-project.ts';
import { DEFAULT_MANIFEST, type Manifest } from '../index.ts';
import { keptInPlace, knownIn, type KeptManifest } from './known-manifest.ts';
import { readManifest } from './read-manifest.ts';
import { writeAndKnow, writeManifest } from './write-manifest.ts';

/** What the loop changes from one event to the next. */
const changes: fc.Arbitrary<Partial<Manifest>> = fc.record(
  {
    iterationCount: fc.nat(1_000_000),
    consecutiveFailures: fc.nat(9),
    lastToolSignatures: fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 4 }),
    loopDetected: fc.boolean(),
    estimatedUsagePct: fc.nat(100),
    lastCompaction: fc.option(fc.constant('2026-11-15T12:00:00.000Z')),
    codeModified: fc.boolean(),
    testsPassing: fc.option(fc.boolean()),
  },
  { requiredKeys: [] },
);

const flow = `safety: {iteration_count: 1,"loop_detected":false, last_tool_signatures: []} # a line of ours
dirty_bits: {code_modified: false, tests_run: false, tests_passing: ~, docs_updated: false}
`;

function begun(text: string): KeptManifest & { readonly manifest: Manifest } {
  const read = readManifest(text);
  if (!read.ok) throw new Error(read.message);
  return { ...writeAndKnow(text, read.manifest), manifest: read.manifest };
}

/** What an event would find in the file of what is remembered. */
function reread({ text, known }: KeptManifest): KeptManifest {
  return { text, known: knownIn(JSON.parse(JSON.stringify(known))) };
}

describe.each([
  ['the reference', DEFAULT_MANIFEST],
  ['a layout of its own', flow],
])('in %s', (_name, text) => {
  test('values go into their places as YAML would put them, event after event', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 5 }), (events) => {
        let { manifest, ...kept }: ReturnType<typeof begun> = begun(text);
        for (const change of events) {
          manifest = { ...manifest, ...change };
          const written = writeManifest(kept.text, manifest);
          const { text: before, known } = reread(kept);
          const next = known === null ? null : keptInPlace(before, known, manifest);
          expect(next?.text).toBe(written);
          expect(readManifest(written)).toEqual({ ok: true, manifest });
          kept = next ?? kept;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('YAML is read after all', () => {
  const next = (text: string): KeptManifest | null => {
    const { manifest, ...kept } = begun(text);
    const { known } = reread(kept);
    return known === null
      ? null
      : keptInPlace(kept.text, known, { ...manifest, iterationCount: 7 });
  };

  test('where a value is used elsewhere too', () => {
    const shared = DEFAULT_MANIFEST.replace('iteration_count: 0', 'iteration_count: &n 0');
    expect(next(DEFAULT_MANIFEST)?.text).toContain('iteration_count: 7');
    expect(next(shared)).toBeNull();
  });

  test('where a value has no place of its own', () => {
    expect(
      next(DEFAULT_MANIFEST.replace('iteration_count: 0', 'iteration_count:\n    0'))?.text,
    ).toContain('7');
    const block = DEFAULT_MANIFEST.replace('signatures: []', 'signatures:\n    - a');
    const { manifest, known, text } = begun(block);
    const changed = { ...manifest, lastToolSignatures: ['b'] };
    expect(known === null ? null : keptInPlace(text, known, changed)).toBeNull();
  });

  test('where an older version remembered less', () => {
    const { known } = begun(DEFAULT_MANIFEST);
    expect(knownIn(known)).toEqual(known);
    const { reserved: _reserved, ...fewer } = { ...known?.values };
    for (const broken of [null, 3, {}, { values: null }, { ...known, values: fewer }]) {
      expect(knownIn(broken)).toBeNull();
    }
    expect(knownIn({ ...known, places: [['a']] })).toEqual({ ...known, places: null });
  });
});

test('what a person writes holds at the next event, and their comments stay', async () => {
  const project = new LoopProject(manifestWith(DEFAULT_MANIFEST));
  await project.call('Bash', { command: 'ls a' });
  await project.call('Bash', { command: 'ls b' });
  expect(project.manifest().lastToolSignatures).toHaveLength(2);
  project.editManifest('max_iterations: 100', 'max_iterations: 50 # enough');
  await project.call('Bash', { command: 'ls c' });
  await project.call('Bash', { command: 'ls d' });
  expect(project.read('MANIFEST.yaml')).toContain('max_iterations: 50 # enough');
  expect(project.manifest()).toMatchObject({ maxIterations: 50 });
  expect(project.manifest().lastToolSignatures).toHaveLength(4);
});
