import type { User } from '@noek/contract/auth';
import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { AuthCard } from './auth-frame.tsx';

/** [4.35] */
const redirectAfterMs = 500;

/**
 * For somebody who is signed in already: on to where they wanted, by itself. `user` is null until the server has
 * confirmed them.
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
      <AuthCard heading="Welcome Back">
        <Skeleton className="mt-5 h-4 w-3/4" />
        <Skeleton className="mt-3 h-4 w-1/2" />
      </AuthCard>
    );
  return (
    <AuthCard
      heading="Welcome Back"
      lead={
        <>
          You are signed in as <b className="font-medium text-text">{user.email}</b>.
        </>
      }
    >
      <p role="status" className="mt-4">
        Taking you to Noek…
      </p>
      <Button className="mt-6 w-full" onClick={onContinue}>
        Continue
      </Button>
    </AuthCard>
  );
}
