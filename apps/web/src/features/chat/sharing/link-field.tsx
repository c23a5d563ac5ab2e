import { Check, Copy } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { Field } from '../../../components/field.tsx';
import { Input } from '../../../components/input.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useCopy } from '../message/copy-text.ts';
import { chatTexts } from '../texts.ts';
import { linkOf } from './share/share-link.ts';
import { sharingTexts } from './texts.ts';

/** The link of a conversation, with a Copy button. The text is also selected, in case the browser forbids copying. */
export function LinkField({ conversationId }: { conversationId: number }) {
  const link = linkOf(useChatNavigation(), conversationId);
  const input = useRef<HTMLInputElement>(null);
  const { copied, copy } = useCopy();
  return (
    <Field label={sharingTexts.link.label}>
      {(control) => (
        <div className="flex gap-2">
          <Input {...control} ref={input} readOnly value={link} onFocus={(event) => event.target.select()} />
          <Button
            className="min-w-24"
            onClick={() => {
              input.current?.select();
              copy(link);
            }}
          >
            {copied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
            <span aria-live="polite">{copied ? chatTexts.message.copied : chatTexts.message.copy}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
