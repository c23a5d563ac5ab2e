import type { AnswerSettings } from '@noek/contract/chat/schemas';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * What an entry says about how its answer is made: settings that the server does not have yet, and for another answer only its
 * model.
 */
export function settingsOf(
  kind: OutboxEntry['kind'],
  unsaved: AnswerSettings,
  model: string | null | undefined,
): AnswerSettings | null {
  const settings = kind === 'regenerate' ? { model: model === undefined ? unsaved.model : model } : unsaved;
  const named = Object.entries(settings).filter(([, value]) => value !== undefined);
  return named.length > 0 ? Object.fromEntries(named) : null;
}
