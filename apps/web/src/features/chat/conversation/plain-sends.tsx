import { useSend } from '../session/sends.ts';
import { chatTexts } from '../texts.ts';

/** The texts of the first messages, until the code that shows messages has loaded. Without a connection, this can take long. */
export function PlainSends() {
  const { entries } = useSend();
  return (
    <div className="mx-auto grid max-w-thread justify-items-end gap-7 px-6 pt-19 max-md:px-4">
      {entries.map(({ clientMessageId, content, state }) => (
        <div key={clientMessageId} className="max-w-[min(85%,36rem)]">
          <p dir="auto" className="whitespace-pre-wrap rounded-composer bg-bubble px-4 py-2.5 [overflow-wrap:anywhere]">
            {content}
          </p>
          {state !== 'sending' && (
            <p className="pt-2 text-right text-text-muted text-xs">{chatTexts.sending.waitingForConnection}</p>
          )}
        </div>
      ))}
    </div>
  );
}
