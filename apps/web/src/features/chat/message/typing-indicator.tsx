import { useEffect, useState } from 'react';
import './typing-indicator.css';
import { messageTexts } from './texts.ts';

/** How long the first word of a model on this machine may take before the page says why, in milliseconds. */
const loadingMs = 4_000;

/** Three dots until the first word of an answer arrives. `mayLoad`: the model may have to be loaded first, which the page then says. */
export function TypingIndicator({ mayLoad = false }: { mayLoad?: boolean }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), loadingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="typing" data-testid="typing-indicator">
      <span className="sr-only">{messageTexts.typing}</span>
      <i />
      <i />
      <i />
      {mayLoad && isLong && (
        <span className="typing-reason" role="status">
          {messageTexts.loading}
        </span>
      )}
    </div>
  );
}
