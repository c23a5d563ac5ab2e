import { errorText } from '../../../api/base/error-text.ts';
import { Button, buttonClass } from '../../../components/base/button.tsx';
import { Logo } from '../../../components/base/logo.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { SignInLink } from '../../session/start/sign-in-link.tsx';
import { hasSignedOut } from '../../session/start/stored-user.ts';
import { hasDraftOwner } from '../drafts/draft-owner.ts';
import { useChatSession, useHasDraft } from '../session/chat-session.ts';
import { chatTexts } from '../texts.ts';

/** Shown while messages load, after 150 ms. */
export function LoadingMessages() {
  return (
    <div role="status" className="mx-auto grid max-w-thread animate-late gap-7 px-6 pt-7 max-md:px-4 max-md:pt-5">
      <span className="sr-only">{chatTexts.conversation.loadingMessages}</span>
      <Skeleton className="h-11 w-[46%] justify-self-end rounded-composer!" />
      <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-2.5">
        <Skeleton className="size-6.5 rounded-control!" />
        <div className="grid gap-3 pt-1">
          <Skeleton className="h-3.5 w-[92%]" />
          <Skeleton className="h-3.5 w-[84%]" />
          <Skeleton className="h-3.5 w-[58%]" />
        </div>
      </div>
      <p className="text-center text-sm text-text-muted" aria-hidden>
        {chatTexts.conversation.loadingMessages}
      </p>
    </div>
  );
}

function Centred({ heading, text, children }: { heading: string; text: string; children: React.ReactNode }) {
  return (
    <div className="mx-auto grid min-h-full max-w-thread content-center justify-items-center px-6 py-8 text-center">
      <Logo soft className="mb-5 size-11" />
      <h1 className="text-xl">{heading}</h1>
      <p className="mt-2 max-w-104 text-balance text-text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">{children}</div>
    </div>
  );
}

/** A conversation that does not exist, or belongs to another person, who may be the one whose session has ended here. */
export function MissingConversation() {
  const { user, sends } = useChatSession();
  const hasDraft = useHasDraft();
  const guest = !user;
  if (guest && hasDraftOwner() && !hasSignedOut())
    return (
      <Centred
        heading={chatTexts.conversation.sessionEnded}
        text={hasDraft ? chatTexts.conversation.draftKept : chatTexts.conversation.sessionEndedHint}
      >
        <SignInLink className={buttonClass('primary')}>{chatTexts.signIn}</SignInLink>
        <Button variant="quiet" onClick={sends.newChat}>
          {chatTexts.newChat}
        </Button>
      </Centred>
    );
  return (
    <Centred
      heading={chatTexts.conversation.notFound}
      text={guest ? chatTexts.conversation.notFoundGuest : chatTexts.conversation.notFoundSignedIn}
    >
      <Button onClick={sends.newChat}>{chatTexts.newChat}</Button>
      {guest && <SignInLink className={buttonClass('quiet')}>{chatTexts.signIn}</SignInLink>}
    </Centred>
  );
}

/** Messages that could not be loaded. */
export function FailedMessages({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Centred heading={chatTexts.conversation.messagesFailed} text={errorText(error)}>
      <Button onClick={onRetry}>{chatTexts.tryAgain}</Button>
    </Centred>
  );
}
