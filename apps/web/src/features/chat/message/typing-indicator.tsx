import './typing-indicator.css';
import { chatTexts } from '../texts.ts';

/** Three dots while the assistant has not said its first word. */
export function TypingIndicator() {
  return (
    <div className="typing" data-testid="typing-indicator">
      <span className="sr-only">{chatTexts.message.typing}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
