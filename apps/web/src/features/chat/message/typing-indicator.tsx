import './typing-indicator.css';
import { chatTexts } from '../texts.ts';

/** Three dots until the first word of an answer arrives. */
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
