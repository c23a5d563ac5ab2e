import type { ConversationFormat } from '@noek/contract/archive/schemas';
import type { Conversation } from '@noek/contract/chat/schemas';
import { FileBraces, FileText, type LucideIcon, Printer } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useSession } from '../session/session.ts';
import { chatTexts, titleOf } from '../texts.ts';
import { exportTexts } from './texts.ts';

/** Exports a conversation as a file, or as a page to print. Its choices are links, so the browser downloads the files as it does others. */
export function ExportDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { id } = conversation;
  const { isOffline } = useSession();
  const { hrefOf } = useChatNavigation();
  const fileOf = (format: ConversationFormat) => `/api/conversations/${id}/export?format=${format}`;
  // The browser follows a link only after the press, so the dialog must still be there.
  const close = () => setTimeout(onClose);
  return (
    <Dialog
      title={exportTexts.title}
      description={
        <p dir="auto" className="wrap-anywhere">
          {titleOf(conversation)}
        </p>
      }
      onClose={onClose}
    >
      {isOffline && <p className="mt-4 text-sm text-text-muted">{exportTexts.offline}</p>}
      <ul className="mt-4 grid gap-2">
        {!isOffline && (
          <Choice
            icon={FileText}
            label={exportTexts.markdown}
            hint={exportTexts.markdownHint}
            href={fileOf('markdown')}
            download
            onClick={close}
          />
        )}
        <Choice
          icon={Printer}
          label={exportTexts.page}
          hint={exportTexts.pageHint}
          href={`${hrefOf(id)}/print`}
          target="_blank"
          onClick={close}
        />
        {!isOffline && (
          <Choice
            icon={FileBraces}
            label={exportTexts.json}
            hint={exportTexts.jsonHint}
            href={fileOf('json')}
            download
            onClick={close}
          />
        )}
      </ul>
      <div className="mt-6 flex justify-end">
        <Button variant="quiet" onClick={onClose}>
          {chatTexts.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

function Choice(props: ComponentProps<'a'> & { href: string; icon: LucideIcon; label: string; hint: string }) {
  const { icon: Icon, label, hint, href, ...link } = props;
  const id = useId();
  return (
    <li>
      <a
        href={href}
        {...link}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="flex items-start gap-3 rounded-card border border-border px-4 py-3 no-underline hover:border-border-strong hover:bg-surface-hover"
      >
        <Icon aria-hidden className="mt-0.5 size-5 flex-none text-accent-ink" />
        <span className="min-w-0">
          <span id={`${id}-label`} className="block font-medium text-[0.875rem]">
            {label}
          </span>
          <span id={`${id}-hint`} className="block text-sm text-text-muted">
            {hint}
          </span>
        </span>
      </a>
    </li>
  );
}
