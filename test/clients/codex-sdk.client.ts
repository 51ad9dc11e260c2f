/** The compatibility kit through the real Codex SDK and the Codex that it brings. */
import { describeAdapter } from '../conformance/adapter.case.ts';
import { codexHarness } from '../conformance/codex-harness.ts';
import { codexPlace } from './codex-sdk-place.ts';

describeAdapter('codex', codexHarness(codexPlace));
