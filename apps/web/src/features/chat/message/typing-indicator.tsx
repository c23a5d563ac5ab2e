import './typing-indicator.css';
import { messageTexts } from './texts.ts';

/** Three dots until the first word of an answer arrives. */
export function TypingIndicator() {
  return (
    <div className="typing" data-testid="typing-indicator">
      <span className="sr-only">{messageTexts.typing}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
