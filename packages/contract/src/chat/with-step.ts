import type { Step } from './answers.ts';

/** The steps of an answer with another one. A step that comes again keeps its place. */
export function withStep(steps: readonly Step[], step: Step): Step[] {
  const at = steps.findIndex(({ id }) => id === step.id);
  return at < 0 ? [...steps, step] : steps.with(at, step);
}
