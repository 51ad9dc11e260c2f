/**
 * The families that nobody has measured yet, batch 12. They are in no list that a test asserts: whoever measures them
 * writes the first figures down, and only then moves them to the lists of stuck and healthy families.
 */
import type { Family } from './family.ts';
import { autopilotChecklist } from './healthy/autopilot-checklist.ts';
import { casesThroughDesks } from './healthy/cases-through-desks.ts';
import { companyLookup } from './healthy/company-lookup.ts';
import { dayByDay } from './healthy/day-by-day.ts';
import { editsWithMisses } from './healthy/edits-with-misses.ts';
import { lintersInTurn } from './healthy/linters-in-turn.ts';
import { loadTest } from './healthy/load-test.ts';
import { packageByPackage } from './healthy/package-by-package.ts';
import { portalRows } from './healthy/portal-rows.ts';
import { promotedRelease } from './healthy/promoted-release.ts';
import { reviewerPerChange } from './healthy/reviewer-per-change.ts';
import { sameTestFurther } from './healthy/same-test-further.ts';
import { windowsWithEdits } from './healthy/windows-with-edits.ts';
import { elementNeverAppears } from './stuck/element-never-appears.ts';
import { hookRewrites } from './stuck/hook-rewrites.ts';
import { noHitsAnywhere } from './stuck/no-hits-anywhere.ts';
import { overlappingWindows } from './stuck/overlapping-windows.ts';
import { pageOneAgain } from './stuck/page-one-again.ts';
import { patchMisses } from './stuck/patch-misses.ts';
import { peerDependency } from './stuck/peer-dependency.ts';
import { sameBadGateway } from './stuck/same-bad-gateway.ts';
import { sameBrief } from './stuck/same-brief.ts';
import { sameTestOtherStack } from './stuck/same-test-other-stack.ts';
import { shallIProceed } from './stuck/shall-i-proceed.ts';
import { sudoVariants } from './stuck/sudo-variants.ts';
import { threeDesks } from './stuck/three-desks.ts';

export const unmeasuredFamilies: readonly Family[] = [
  elementNeverAppears,
  hookRewrites,
  noHitsAnywhere,
  overlappingWindows,
  pageOneAgain,
  patchMisses,
  peerDependency,
  sameBadGateway,
  sameBrief,
  sameTestOtherStack,
  shallIProceed,
  sudoVariants,
  threeDesks,
  autopilotChecklist,
  casesThroughDesks,
  companyLookup,
  dayByDay,
  editsWithMisses,
  lintersInTurn,
  loadTest,
  packageByPackage,
  portalRows,
  promotedRelease,
  reviewerPerChange,
  sameTestFurther,
  windowsWithEdits,
];
