/** Provers that are programs: what they are given, and what becomes of those that fail. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { proofAt } from '../../../test/audit/dev-proofs.ts';
import { temporaryFolder } from '../../../test/kit/temporary-folder.ts';
import { commandProver } from '../proofs.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder('prover');
});

function program(lines: string): string {
  const file = join(folder, 'prover');
  writeFileSync(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  return file;
}

test('a program gets the files KEY WTNS PROOF PUBLIC, the wires for its owner only, and leaves nothing', async () => {
  const { proof } = proofAt(0);
  writeFileSync(join(folder, 'answer'), JSON.stringify(proof));
  const seen = join(folder, 'seen');
  const prover = commandProver(
    program(`stat -c %a "$2" > '${seen}'; echo "$1" >> '${seen}'; cat "$2" >> '${seen}'
echo "$2" > '${seen}.place'; cp '${folder}/answer' "$3"`),
    'some.zkey',
  );
  expect(await prover.prove(Buffer.from('the wires'))).toEqual(proof);
  expect(readFileSync(seen, 'utf8')).toBe('600\nsome.zkey\nthe wires');
  const place = readFileSync(`${seen}.place`, 'utf8').trim();
  expect(existsSync(dirname(place))).toBe(false);
  await prover.close();
});

test('a program that fails is named with what it said', async () => {
  const prover = commandProver(program('echo "invalid key" >&2; exit 3'), 'some.zkey');
  await expect(prover.prove(Buffer.alloc(1))).rejects.toThrow(/ended with 3: invalid key/);
});

test('a program that is not there is named', async () => {
  const prover = commandProver(join(folder, 'none'), 'some.zkey');
  await expect(prover.prove(Buffer.alloc(1))).rejects.toThrow(/none cannot be started/);
});

test('a program that writes no proof is named', async () => {
  for (const lines of ['exit 0', 'echo no > "$3"']) {
    const prover = commandProver(program(lines), 'some.zkey');
    await expect(prover.prove(Buffer.alloc(1))).rejects.toThrow(/ended well, but wrote no proof/);
  }
});
