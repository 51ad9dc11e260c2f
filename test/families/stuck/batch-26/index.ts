import type { Family } from '../../family.ts';
import { askThePage } from './ask-the-page.ts';
import { cdDoesNotStay } from './cd-does-not-stay.ts';
import { corsHeaders } from './cors-headers.ts';
import { emptyIndex } from './empty-index.ts';
import { eventHourOff } from './event-hour-off.ts';
import { fileChooser } from './file-chooser.ts';
import { filterGraph } from './filter-graph.ts';
import { fixFlag } from './fix-flag.ts';
import { formulaRef } from './formula-ref.ts';
import { guessedSettings } from './guessed-settings.ts';
import { immutableField } from './immutable-field.ts';
import { notInChannel } from './not-in-channel.ts';
import { schemaDrift } from './schema-drift.ts';
import { shellQuoting } from './shell-quoting.ts';
import { submoduleMissing } from './submodule-missing.ts';
import { twoHotlines } from './two-hotlines.ts';

export const stuckBatch26: readonly Family[] = [
  askThePage,
  cdDoesNotStay,
  corsHeaders,
  emptyIndex,
  eventHourOff,
  fileChooser,
  filterGraph,
  fixFlag,
  formulaRef,
  guessedSettings,
  immutableField,
  notInChannel,
  schemaDrift,
  shellQuoting,
  submoduleMissing,
  twoHotlines,
];
