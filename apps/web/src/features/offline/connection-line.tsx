import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { offlineTexts } from './texts.ts';

function onConnection(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * A status line while there is no connection. `unreached`: the server did not answer, although the browser may report a
 * connection. `kept`: chats that were read on this device are still available. `waiting`: the number of changes that wait for a connection.
 */
export function ConnectionLine(props: { unreached: boolean; kept: boolean; waiting: number }) {
  const { unreached, kept, waiting } = props;
  const online = useSyncExternalStore(onConnection, () => navigator.onLine);
  const text = online ? unreached && offlineTexts.unreachable : offlineTexts.offline;
  return (
    <div role="status" className="flex-none">
      {text && (
        <p className="flex animate-fade-in items-center justify-center gap-2 border-border border-b bg-surface px-4 py-1.5 text-center text-sm text-text-muted">
          <CloudOff className="icon" aria-hidden />
          {text} {waiting > 0 ? offlineTexts.changesWait(waiting) : kept && offlineTexts.recentChatsReadable}
        </p>
      )}
    </div>
  );
}
