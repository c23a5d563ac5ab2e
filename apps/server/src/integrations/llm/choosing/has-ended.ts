import type { LlmModel } from '../llm.ts';
import { isOffered } from '../model-lists/pick-model.ts';

/** Whether a model's last day, in UTC, is over. */
export const hasEnded = ({ endsAt }: Pick<LlmModel, 'endsAt'>, now: Date): boolean => !isOffered(endsAt, now.getTime());
