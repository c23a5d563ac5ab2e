import { useCallback, useRef } from 'react';

/** Ignores calls while an earlier one is running. A disabled button comes too late for the second click of a double click. */
export function useOneAtATime(): (run: () => Promise<unknown>) => void {
  const running = useRef(false);
  return useCallback((run) => {
    if (running.current) return;
    running.current = true;
    const end = () => {
      running.current = false;
    };
    void run().then(end, end);
  }, []);
}
