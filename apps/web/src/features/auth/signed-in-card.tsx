import type { User } from '@noek/contract/auth/schemas';
import { useEffect } from 'react';
import { Button } from '../../components/base/button.tsx';
import { Skeleton } from '../../components/base/skeleton.tsx';
import { AuthCard } from './auth-frame.tsx';
import { authTexts } from './texts.ts';

const redirectAfterMs = 500;

/**
 * Shown to a person who is already signed in: continues automatically after 500 ms. `user` is null until the server has confirmed the
 * session.
 */
export function SignedInCard({ user, onContinue }: { user: User | null; onContinue: () => void }) {
  const id = user?.id;
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(onContinue, redirectAfterMs);
    return () => clearTimeout(timer);
  }, [id, onContinue]);

  if (!user)
    return (
      <AuthCard heading={authTexts.signIn.heading}>
        <Skeleton className="mt-5 h-4 w-3/4" />
        <Skeleton className="mt-3 h-4 w-1/2" />
      </AuthCard>
    );
  return (
    <AuthCard
      heading={authTexts.signIn.heading}
      lead={
        <>
          {authTexts.signedIn.youAre} <b className="font-medium text-text">{user.email}</b>.
        </>
      }
    >
      <p role="status" className="mt-4">
        {authTexts.signedIn.redirecting}
      </p>
      <Button className="mt-6 w-full" onClick={onContinue}>
        {authTexts.signedIn.continue}
      </Button>
    </AuthCard>
  );
}
