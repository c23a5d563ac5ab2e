import { useEffect } from 'react';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { hasSignedOut } from '../../session/start/stored-user.ts';
import { hasDraftOwner } from '../drafts/draft-owner.ts';
import { hasKeptForSignIn } from '../drafts/drafts-for-sign-in.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { hasSeenTemporary } from '../temporary/banner/seen-chats.ts';
import { bannerTexts } from '../temporary/banner/texts.ts';
import { isTemporary } from '../temporary-chats.ts';
import { chatTexts } from '../texts.ts';
import { Centred } from './centred-state.tsx';

const missingTexts = {
  notFound: 'Conversation not found',
  notFoundGuest: 'It may have been deleted, or it belongs to an account. If it is yours, sign in to open it.',
  notFoundSignedIn: 'It may have been deleted, or it belongs to another account.',
  sessionEnded: 'Your session has ended. Sign in to continue.',
  draftKept: 'You will come back to this conversation. What you typed is kept in this tab.',
  sessionEndedHint: 'You will come back to this conversation.',
} as const;

/** A conversation that does not exist, or belongs to another person, such as the one whose session has just ended here. */
export default function MissingConversation() {
  const { user } = useSession();
  const { id, newChat } = useOpenConversation();
  const { sending } = useSend();
  const guest = !user;
  const hasEnded = user !== null && id !== null && (isTemporary(`${id}`) || hasSeenTemporary(user.id, id));
  useEffect(() => {
    if (hasEnded) for (const entry of sending.outbox.all()) if (entry.conversationId === id) sending.discard(entry);
  }, [hasEnded, id, sending]);
  if (guest && hasDraftOwner() && !hasSignedOut())
    return (
      <Centred
        heading={missingTexts.sessionEnded}
        text={hasKeptForSignIn() ? missingTexts.draftKept : missingTexts.sessionEndedHint}
      >
        <SignInLink className={buttonClass('primary')}>{chatTexts.signIn}</SignInLink>
        <Button variant="quiet" onClick={newChat}>
          {chatTexts.newChat}
        </Button>
      </Centred>
    );
  if (hasEnded)
    return (
      <Centred {...bannerTexts.gone}>
        <Button onClick={newChat}>{chatTexts.newChat}</Button>
      </Centred>
    );
  return (
    <Centred heading={missingTexts.notFound} text={guest ? missingTexts.notFoundGuest : missingTexts.notFoundSignedIn}>
      <Button onClick={newChat}>{chatTexts.newChat}</Button>
      {guest && <SignInLink className={buttonClass('quiet')}>{chatTexts.signIn}</SignInLink>}
    </Centred>
  );
}
