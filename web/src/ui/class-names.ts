/** Joins class names; of two that say different things about the same, the later wins. */
import { clsx, type ClassValue } from 'clsx';
import { twMerge } from 'tailwind-merge';

export function classes(...given: readonly ClassValue[]): string {
  return twMerge(clsx(given));
}
