import { createAtom } from '@tanstack/react-store';

export type Toast = {
  id: number;
  title: string;
  description?: string;
  /** One more sentence, in a line of its own. */
  note?: string;
  variant?: 'default' | 'destructive';
  /** One action; `label` is a verb ("Undo"). Running it dismisses the toast. */
  action?: { label: string; run: () => void };
};

/** The current toast, or null. There is one at a time; a new one replaces it. */
export const currentToast = createAtom<Toast | null>(null);
let lastId = 0;

/** Shows a message for 5 seconds. Errors are `destructive`. */
export function toast(message: Omit<Toast, 'id'>) {
  lastId += 1;
  currentToast.set({ id: lastId, ...message });
}

/** Dismisses a toast. Does nothing if it is no longer shown. */
export function dismissToast(id: number) {
  if (currentToast.get()?.id === id) currentToast.set(null);
}
