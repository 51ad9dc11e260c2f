import type { Family } from '../../family.ts';
import { cartEmpties } from './cart-empties.ts';
import { ciSameStep } from './ci-same-step.ts';
import { clausesNotThere } from './clauses-not-there.ts';
import { incidentReopens } from './incident-reopens.ts';
import { noTestsSelected } from './no-tests-selected.ts';
import { notUnderstood } from './not-understood.ts';
import { printsNeverAppear } from './prints-never-appear.ts';
import { roomsInCircle } from './rooms-in-circle.ts';
import { scrollShowsSame } from './scroll-shows-same.ts';
import { sentFolderEmpty } from './sent-folder-empty.ts';
import { slotsDeclined } from './slots-declined.ts';
import { timeoutsRaised } from './timeouts-raised.ts';
import { typeErrorCycle } from './type-error-cycle.ts';

export const stuckBatch24: readonly Family[] = [
  cartEmpties,
  ciSameStep,
  clausesNotThere,
  incidentReopens,
  noTestsSelected,
  notUnderstood,
  printsNeverAppear,
  roomsInCircle,
  scrollShowsSame,
  sentFolderEmpty,
  slotsDeclined,
  timeoutsRaised,
  typeErrorCycle,
];
