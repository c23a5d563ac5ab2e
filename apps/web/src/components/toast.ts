import { createAtom } from '@tanstack/react-store';

export type Toast = {
  id: number;
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** One thing to do about it; `label` is a verb ("Undo"). Choosing it takes the toast away. */
  action?: { label: string; run: () => void };
};

/** The newest toast, or null: one at a time, a new one takes the place of the old. */
export const currentToast = createAtom<Toast | null>(null);
let lastId = 0;

/** Says something in passing for 5 seconds. Errors are `destructive`. */
export function toast(message: Omit<Toast, 'id'>) {
  lastId += 1;
  currentToast.set({ id: lastId, ...message });
}

/** Takes a toast away; an id that is no longer shown changes nothing. */
export function dismissToast(id: number) {
  if (currentToast.get()?.id === id) currentToast.set(null);
}
