import './recovery-codes.css';
import { Check, Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '../../../../components/base/button.tsx';
import { componentTexts } from '../../../../components/base/texts.ts';
import { useCopy } from '../../../../components/copy-text.ts';
import { DialogButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { useCurrentUser } from '../../../session/current-user.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.codes.dialog;

/** The only place where recovery codes can be seen. `onSaved`: the person copied, downloaded or printed them. */
export function RecoveryCodes(props: { codes: readonly string[]; onSaved: () => void; onDone: () => void }) {
  const { codes, onSaved } = props;
  const email = useCurrentUser().expected?.email ?? '';
  const { copied, copy } = useCopy(onSaved);
  const list = useRef<HTMLElement>(null);
  // It has replaced the focused field.
  useEffect(() => list.current?.focus(), []);
  const heading = texts.fileHeading(email);
  const text = `${heading}\n${texts.fileHint}\n\n${codes.join('\n')}\n`;
  return (
    <div className="mt-5 grid gap-4">
      <section
        ref={list}
        tabIndex={-1}
        aria-label={texts.list}
        className="only-paper rounded-card border border-border bg-surface px-4 py-3.5 outline-none"
      >
        <p className="hidden print:mb-4 print:block">
          {heading}
          <br />
          {texts.fileHint}
        </p>
        <ol className="grid grid-cols-2 gap-x-4 gap-y-1.5 font-mono max-[18rem]:grid-cols-1 print:grid-cols-1">
          {codes.map((code) => (
            <li key={code} className="[overflow-wrap:anywhere]">
              {code}
            </li>
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button variant="quiet" size="sm" onClick={() => copy(text)}>
          {copied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
          <span aria-live="polite">{copied ? componentTexts.copy.copied : componentTexts.copy.copy}</span>
        </Button>
        <a
          className={buttonClass('quiet', 'sm')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={texts.file}
          onClick={onSaved}
        >
          <Download className="icon" aria-hidden />
          {texts.download}
        </a>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => {
            window.print();
            onSaved();
          }}
        >
          <Printer className="icon" aria-hidden />
          {texts.print}
        </Button>
      </div>
      <DialogButtons>
        <Button onClick={props.onDone}>{texts.done}</Button>
      </DialogButtons>
    </div>
  );
}
