/** The log as others see it: code from other people's packages accepts it, and rejects what was tampered with. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { logSigner, TileLog, verifierText, type Signer } from '../../src/audit/index.ts';
import { temporaryFolder } from '../kit/temporary-folder.ts';

const ENTRIES = 700;
const INDEX = 611;
const folder = temporaryFolder('log');
const logFolder = join(folder, 'log');
const entryOf = (index: number) => Buffer.from(`{"index":${index}}`);

let signer: Signer;
let log: TileLog;

beforeAll(() => {
  signer = logSigner(join(folder, 'key'));
  log = new TileLog(logFolder, signer);
  for (let index = 0; index < ENTRIES; index += 100) {
    log.append(Array.from({ length: 100 }, (_, place) => entryOf(index + place)));
  }
});

interface Entry {
  readonly canonicalizedBody: Buffer;
  readonly inclusionProof: {
    readonly logIndex: string;
    readonly hashes: readonly Buffer[];
    readonly checkpoint: { readonly envelope: string };
  };
}
interface Trusted {
  readonly logID: Buffer;
  readonly baseURL: string;
  readonly publicKey: ReturnType<typeof createPublicKey>;
}

/** The package keeps these inside, so they are taken from its files. */
function sigstore() {
  const require = createRequire(import.meta.url);
  const inside = join(dirname(require.resolve('@sigstore/verify')), 'tlog');
  const { verifyCheckpoint } = require(join(inside, 'checkpoint.js')) as {
    verifyCheckpoint: (entry: Entry, tlogs: readonly Trusted[]) => unknown;
  };
  const { verifyMerkleInclusion } = require(join(inside, 'merkle.js')) as {
    verifyMerkleInclusion: (entry: Entry, checkpoint: unknown) => void;
  };
  return (entry: Entry, tlogs: readonly Trusted[]) => {
    verifyMerkleInclusion(entry, verifyCheckpoint(entry, tlogs));
  };
}

describe("@sigstore/verify's code", () => {
  const accept = sigstore();
  const entry = (): Entry => ({
    canonicalizedBody: entryOf(INDEX),
    inclusionProof: {
      logIndex: String(INDEX),
      hashes: log.inclusionProof(INDEX).map((hash) => Buffer.from(hash)),
      checkpoint: { envelope: log.checkpoint ?? '' },
    },
  });
  const trusted = (): readonly Trusted[] => {
    const { name } = signer.verifier;
    const keyHash = verifierText(signer.verifier).split('+')[1] ?? '';
    const publicKey = createPublicKey(signer.privateKey);
    return [{ logID: Buffer.from(keyHash, 'hex'), baseURL: name, publicKey }];
  };

  test('accepts the checkpoint and the proof', () => {
    expect(() => accept(entry(), trusted())).not.toThrow();
  });

  test('rejects another entry, another place, another hash, another size and another signature', () => {
    const good = entry();
    const { inclusionProof } = good;
    const { envelope } = inclusionProof.checkpoint;
    const withProof = (change: Partial<Entry['inclusionProof']>) => ({
      ...good,
      inclusionProof: { ...inclusionProof, ...change },
    });
    const [first, ...rest] = inclusionProof.hashes;
    const bad = [
      { ...good, canonicalizedBody: entryOf(INDEX + 1) },
      withProof({ logIndex: String(INDEX - 1) }),
      withProof({ hashes: [Buffer.alloc(32), ...rest] }),
      withProof({ hashes: rest }),
      withProof({ checkpoint: { envelope: envelope.replace('\n700\n', '\n699\n') } }),
      withProof({ checkpoint: { envelope: envelope.replace(/.{6}\n$/, 'AAAA==\n') } }),
    ];
    expect(first).toBeDefined();
    for (const one of bad) expect(() => accept(one, trusted())).toThrow();
  });
});

const GO_PATH = '/usr/share/gocode';
const hasGo =
  spawnSync('go', ['version']).status === 0 &&
  existsSync(join(GO_PATH, 'src/golang.org/x/mod/sumdb'));

describe.skipIf(!hasGo)("Go's checksum-database code", () => {
  const binary = join(folder, 'verify-log');
  const files = { entry: join(folder, 'entry'), proof: join(folder, 'proof') };

  beforeAll(() => {
    const env = {
      ...process.env,
      GO111MODULE: 'off',
      GOPATH: GO_PATH,
      GOCACHE: join(folder, 'go'),
      GOFLAGS: '',
    };
    const source = join(import.meta.dirname, 'verify-log.go');
    execFileSync('go', ['build', '-o', binary, source], { env });
    writeFileSync(files.entry, entryOf(INDEX));
    const proof = log.inclusionProof(INDEX).map((hash) => Buffer.from(hash).toString('base64'));
    writeFileSync(files.proof, proof.join('\n'));
  }, 180_000);

  const run = () => {
    const args = [
      logFolder,
      verifierText(signer.verifier),
      String(INDEX),
      files.entry,
      files.proof,
    ];
    const { status, stdout } = spawnSync(binary, args, { encoding: 'utf8' });
    return { status, said: stdout.trim() };
  };
  const tampered = (file: string, change: (bytes: Buffer) => Buffer) => {
    const before = readFileSync(file);
    try {
      writeFileSync(file, change(Buffer.from(before)));
      return run();
    } finally {
      writeFileSync(file, before);
    }
  };
  const flipped = (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5);
    return bytes;
  };

  test('accepts signature, tiles and proof', () => {
    expect(run()).toEqual({ status: 0, said: `accepted ${ENTRIES}` });
  });

  test('rejects a changed entry, tile, size and proof', () => {
    const places = [
      files.entry,
      files.proof,
      join(logFolder, 'tile/0/000'),
      join(logFolder, 'tile/0/002.p/188'),
    ];
    for (const place of places) expect(tampered(place, flipped).status, place).toBe(1);
    const smaller = (bytes: Buffer) => Buffer.from(bytes.toString().replace('\n700\n', '\n699\n'));
    expect(tampered(join(logFolder, 'checkpoint'), smaller).said).toContain('REJECTED');
  });
});
