import { AnswerPart } from './answer-record.ts';

/** Which model makes an answer. */
export class AnsweringModel extends AnswerPart {
  /** As "provider · model"; null before one answers. */
  name: string | null = null;

  /** Sets which model answers. `label`: what people read. */
  set(label: string, name: string): void {
    this.name = name;
    // The reasoning of a model that failed is not part of the next model's reasoning.
    this.text.endReasoning();
    this.text.set({ answeredBy: label });
  }

  /** Notes models that did not answer because they are no longer available. */
  addGone(names: readonly string[]): void {
    if (names.length === 0) return;
    this.text.set({ modelsGone: [...new Set([...(this.text.row.modelsGone ?? []), ...names])] });
  }
}
