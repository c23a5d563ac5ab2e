import type { AnswerSettings } from '@noek/contract/chat/schemas';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';

/** The settings for the answer that an entry carries: those that the server does not have yet or, for another answer, only its model. */
export function settingsOf(
  kind: OutboxEntry['kind'],
  unsaved: AnswerSettings,
  model: string | null | undefined,
): AnswerSettings | null {
  const settings = kind === 'regenerate' ? { model: model === undefined ? unsaved.model : model } : unsaved;
  const named = Object.entries(settings).filter(([, value]) => value !== undefined);
  return named.length > 0 ? Object.fromEntries(named) : null;
}
