/**
 * Every requirement of Tripwire in one list, in the order of the specification.
 * It is data so that tests, the fault planter and the README all read the same rows and none can
 * claim more than the others.
 */
import type { Requirement } from './requirement.ts';
import { A_ROWS } from './rows/a.ts';
import { G_ROWS } from './rows/g.ts';
import { K_ROWS } from './rows/k.ts';
import { L_ROWS } from './rows/l.ts';
import { T_ROWS } from './rows/t.ts';
import { X_ROWS } from './rows/x.ts';

const ROWS = [...T_ROWS, ...K_ROWS, ...L_ROWS, ...G_ROWS, ...A_ROWS, ...X_ROWS] as const;

/** The ids that exist. Derived from the rows, so a citation of any other id does not compile. */
export type RequirementId = (typeof ROWS)[number]['id'];

export const REQUIREMENTS: readonly Requirement[] = ROWS;
