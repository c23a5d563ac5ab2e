import type { Document } from '@noek/contract/documents/schemas';
import { Link2, Link2Off, Share } from 'lucide-react';
import { trpc } from '../../../../api/trpc.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSession } from '../../session/session.ts';
import { isExpired } from '../share-expiry.ts';
import { documentTexts } from '../texts.ts';

const texts = documentTexts.panel;

/** Shares a document by a link of its own, or manages that link. Guests and temporary chats have none. */
export function ShareDocument({ document }: { document: Document }) {
  const { user } = useSession();
  const { isTemporary } = useOpenConversation();
  const mayShare = user !== null && !isTemporary;
  const { data } = trpc.documents.link.useQuery({ documentId: document.id }, { enabled: mayShare });
  if (!mayShare) return null;
  const open = () => openDialog({ kind: 'share-document', document: { id: document.id, title: document.title } });
  if (data?.takenDown)
    return (
      <IconButton label={texts.takenDown} className="text-danger-ink!" onClick={open}>
        <Link2Off aria-hidden />
      </IconButton>
    );
  return data?.share && !isExpired(data.share, new Date()) ? (
    <IconButton label={texts.manageLink} className="text-accent-ink!" onClick={open}>
      <Link2 aria-hidden />
    </IconButton>
  ) : (
    <IconButton label={texts.share} onClick={open}>
      <Share aria-hidden />
    </IconButton>
  );
}
