import type { LlmModel } from '../llm.ts';

/** Whether a model's last day, in UTC, is over. */
export const hasEnded = ({ endsAt }: Pick<LlmModel, 'endsAt'>, now: Date): boolean =>
  endsAt !== null && endsAt < now.toISOString().slice(0, 10);
