import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';

/** A change that waits on this device for a connection. */
export type WaitingChange = {
  id: string;
  /** The person who made it. */
  ownerId: string;
  /** The page that it was made on, which sends it if it is still open. */
  pageId: string;
  kind: string;
  input: unknown;
};

const isChange = (value: unknown): value is WaitingChange => {
  const { id, ownerId, pageId, kind, input } = (value ?? {}) as Record<string, unknown>;
  const isInput = typeof input === 'object' && input !== null;
  return isInput && [id, ownerId, pageId, kind].every((field) => typeof field === 'string');
};

/** All changes that wait on this device, oldest first. Its tabs share them. */
export const waitingChanges = new StoredValue<readonly WaitingChange[]>('noek_waiting_changes', {
  parse(text) {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isChange) : [];
  },
  print: (changes) => (changes.length > 0 ? JSON.stringify(changes) : null),
});

export const isWaiting = ({ id }: WaitingChange): boolean => waitingChanges.get().some((change) => change.id === id);

export const removeWaiting = (gone: (change: WaitingChange) => boolean): void =>
  waitingChanges.set(waitingChanges.get().filter((change) => !gone(change)));

/** Drops everything that waits: the person has signed out. */
export const forgetWaitingChanges = (): void => removeWaiting(() => true);

/** The name of the lock that a page holds while it is open, if it has changes that wait. */
export const lockOf = (pageId: string): string => `noek-waiting-changes:${pageId}`;
