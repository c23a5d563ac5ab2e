import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function onConnection(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * One calm line while there is no connection; it comes and goes with it. `unreached`: the server gave no answer, whatever
 * the browser thinks of its connection. `kept`: what was read on this device can still be read.
 */
export function ConnectionLine({ unreached, kept }: { unreached: boolean; kept: boolean }) {
  const online = useSyncExternalStore(onConnection, () => navigator.onLine);
  const text = online ? unreached && 'Noek cannot be reached just now.' : 'You are offline.';
  return (
    <div role="status" className="flex-none">
      {text && (
        <p className="flex animate-fade-in items-center justify-center gap-2 border-border border-b bg-surface px-4 py-1.5 text-center text-sm text-text-muted">
          <CloudOff className="icon" aria-hidden />
          {text} {kept && 'Your last chats are here to read.'}
        </p>
      )}
    </div>
  );
}
