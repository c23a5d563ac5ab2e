export type Toast = {
  id: number;
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** One thing to do about it; `label` is a verb ("Undo"). Choosing it takes the toast away. */
  action?: { label: string; run: () => void };
};

/** The newest toast, or none: one at a time, a new one takes the place of the old. */
let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

const announce = () => {
  for (const listener of listeners) listener();
};

/** Says something in passing for 5 seconds. Errors are `destructive`. */
export function toast(message: Omit<Toast, 'id'>) {
  lastId += 1;
  current = { id: lastId, ...message };
  announce();
}

/** Takes a toast away; an id that is no longer shown changes nothing. */
export function dismissToast(id: number) {
  if (current?.id !== id) return;
  current = null;
  announce();
}

export const currentToast = () => current;

export function onToast(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
