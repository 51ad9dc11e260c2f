/**
 * The shape of one requirement: what must hold, who asked for it, and how we know that it holds.
 * A done row must carry a planted fault, because a test that cannot fail proves nothing; the union
 * makes a done row without one a compile error instead of a review comment.
 */

/** A small damage to the program that at least one test citing the row must notice. */
export interface PlantedFault {
  /** Path from the repository's root, with forward slashes. */
  readonly file: string;
  /** What is replaced. It must occur exactly once, so that the fault lands where it was meant to. */
  readonly text: string;
  readonly replacement: string;
  /** In words: what no longer holds once the fault is planted. */
  readonly breaks: string;
}

interface RequirementBase {
  readonly id: string;
  readonly text: string;
  /** The seed document and section that asks for it. */
  readonly source: string;
}

export interface PlannedRequirement extends RequirementBase {
  readonly status: 'planned';
  readonly byHand?: never;
  readonly fault?: never;
}

/** How a person sees the row hold: one command, pasted into a terminal in a checkout. */
export interface ByHand {
  readonly command: string;
  /** What its output contains; ` … ` stands for anything in between. */
  readonly shows: string;
  /** 0 where it is absent. */
  readonly exitCode?: number;
}

export interface DoneRequirement extends RequirementBase {
  readonly status: 'done';
  readonly byHand: ByHand;
  readonly fault: PlantedFault;
}

export type Requirement = PlannedRequirement | DoneRequirement;
