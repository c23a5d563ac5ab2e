import './typing-indicator.css';

/** Three dots while the assistant has not said its first word. */
export function TypingIndicator() {
  return (
    <div className="typing" data-testid="typing-indicator">
      <span className="sr-only">Noek is typing…</span>
      <i />
      <i />
      <i />
    </div>
  );
}
