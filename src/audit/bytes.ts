/**
 * Bytes, their SHA-256 and the texts that stand for them, in a browser as in Node.
 *
 * An auditor's page has neither `Buffer` nor `node:crypto`, and it must compute with the very code that the commands
 * do. The journal's chain, which nobody checks in a page and every record waits for, keeps to Node.
 */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/** The bytes of a text, in UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text that bytes are in UTF-8; null for bytes that are none. */
export function utf8OrNull(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** One after the other. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...parts);
}

/** Whether two are the same bytes. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** Two hex digits a byte. */
export function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}

/** Base64 with padding. */
export function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * The bytes of a base64 text; null for anything but the one way in which they are written. The spare bits of base64
 * could otherwise be changed unseen.
 */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
    return base64Of(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** SHA-256 of bytes, one part after the other. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const state = digest.create();
  for (const part of parts) state.update(part);
  return state.digest();
}

/** SHA-256 of a text, 64 hex digits. */
export function sha256Hex(text: string): string {
  return hexOf(sha256(bytesOf(text)));
}
