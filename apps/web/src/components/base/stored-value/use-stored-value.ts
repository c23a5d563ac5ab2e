import { useSyncExternalStore } from 'react';
import type { StoredValue } from './stored-value.ts';

/** A stored value that re-renders the component when it changes, here or in another tab. */
export const useStoredValue = <Value>(stored: StoredValue<Value>): Value =>
  useSyncExternalStore(stored.onChange, stored.get);
