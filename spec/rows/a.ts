/**
 * The audit windows: rows A1 to A15 of the specification, as data.
 * Kept apart because they are proved with arithmetic on recorded windows, not on a live agent.
 */
import type { Requirement } from '../requirement.ts';

export const A_ROWS = [
  {
    id: 'A1',
    text: "The window's JSON schema, all arrays of 16, validated.",
    source: 'seed 004 §1',
    status: 'planned',
  },
  {
    id: 'A2',
    text: 'β₁ corridor and jerk.',
    source: 'seed 004 §2.1',
    status: 'planned',
  },
  {
    id: 'A3',
    text: "E_ext acute cap on each step, systemic cap on the window's average.",
    source: 'seed 004 §2.2',
    status: 'planned',
  },
  {
    id: 'A4',
    text: 'Rest fraction ρ ≥ ρ_min.',
    source: 'seed 004 §2.3',
    status: 'planned',
  },
  {
    id: 'A5',
    text: 'min_pause floor, and the cooldown of k_pause steps after each VETO.',
    source: 'seed 004 §2.4',
    status: 'planned',
  },
  {
    id: 'A6',
    text: 'Silence is not consent: high-impact steps need CONSENT, SUSPEND or VETO.',
    source: 'seed 004 §2.5',
    status: 'planned',
  },
  {
    id: 'A7',
    text: 'Forgiveness half-life: floor in the predicate, decay 2^(−Δt/h) of scars outside it.',
    source: 'seed 004 §3',
    status: 'planned',
  },
  {
    id: 'A8',
    text: '`asc_root` over leaf_0 … leaf_6; witness with Merkle paths.',
    source: 'seed 004 §4.1',
    status: 'planned',
  },
  {
    id: 'A9',
    text: 'A circuit that proves the predicate for a window without showing its metrics; prove and verify.',
    source: 'seed 004 §4.2',
    status: 'planned',
  },
  {
    id: 'A10',
    text: 'Result `ok` and the flags bitfield: a violated window can be proved violated.',
    source: 'seed 004 §4.2',
    status: 'planned',
  },
  {
    id: 'A11',
    text: 'Patient zero fixture: good (true), spike (false), veto (true), with narrative hash and one unresolved scar.',
    source: 'seed 004 §5.1',
    status: 'planned',
  },
  {
    id: 'A12',
    text: 'Mapping to StoryBodyTrace, with `consent_weather.state` per step.',
    source: 'seed 004 §5.2',
    status: 'planned',
  },
  {
    id: 'A13',
    text: "HUD: the consent cathedral: CONSENT bright flow, DISSENT/SUSPEND chapel zones, ABSTAIN/LISTEN fog, SILENT void, VETO pillars, cooldown the chapel's length.",
    source: 'seed 004 §5.2',
    status: 'planned',
  },
  {
    id: 'A14',
    text: '48 h trace: a chain of 3,600 windows linked by `prev_window_root`, verified as one.',
    source: 'seed 004 §0',
    status: 'planned',
  },
  {
    id: 'A15',
    text: "`narrative_hash`, `scar_root`, `civic_memory_root`: commitments to the decision log, the incidents and the operators' actions.",
    source: 'seed 004 §1, §3, §4.1',
    status: 'planned',
  },
] as const satisfies readonly Requirement[];
