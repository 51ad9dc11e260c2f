/**
 * A certificate that signs itself, made anew for each test: Node reads certificates but makes none, and a machine with
 * only Node and npm has no program for it.
 */
import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  /** Both in PEM. */
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;

/** Names of DER tags. */
const tag = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  text: 0x0c,
  sequence: 0x30,
  set: 0x31,
  time: 0x18,
} as const;

function der(kind: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128
      ? [length]
      : length < 256
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([kind, ...size]), body]);
}

const objectId = (hex: string) => der(tag.objectId, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = der(tag.sequence, objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const ALTERNATIVE_NAMES = objectId('551d11');

function generalizedTime(atMs: number): Buffer {
  const text = new Date(atMs).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(tag.time, Buffer.from(text, 'latin1'));
}

/** A certificate for `localhost` and 127.0.0.1, valid today. */
export function selfSignedCertificate(nowMs: number): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const attribute = der(tag.sequence, COMMON_NAME, der(tag.text, Buffer.from('localhost')));
  const name = der(tag.sequence, der(tag.set, attribute));
  const alternatives = der(
    tag.sequence,
    der(0x82, Buffer.from('localhost')),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extension = der(tag.sequence, ALTERNATIVE_NAMES, der(tag.octetString, alternatives));
  const body = der(
    tag.sequence,
    der(0xa0, der(tag.integer, Buffer.from([2]))),
    der(tag.integer, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    der(tag.sequence, generalizedTime(nowMs - DAY_MS), generalizedTime(nowMs + DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(tag.sequence, extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const whole = der(tag.sequence, body, ECDSA_SHA256, der(tag.bitString, signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
