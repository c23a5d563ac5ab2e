import { useEffect, useEffectEvent, useRef } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { onFirstInput } from '../../../components/base/on-first-input.ts';
import { knowsPasskeys } from './passkey-place.ts';
import type { PasskeySignIn, PasskeySignInReports } from './passkey-sign-in.ts';

/**
 * Lets the browser suggest passkeys in a sign-in form, from the first input on. Returns the function that asks for one; null in a browser
 * without passkeys. Their code loads when it is used.
 */
export function usePasskeySignIn(reports: PasskeySignInReports): (() => Promise<void>) | null {
  const { client } = trpc.useUtils();
  const ask = useRef(async () => {});
  const onAnswer = useEffectEvent(reports.onAnswer);
  const onSignedIn = useEffectEvent(reports.onSignedIn);
  const onProblem = useEffectEvent(reports.onProblem);
  useEffect(() => {
    if (!knowsPasskeys()) return;
    let made: PasskeySignIn | undefined;
    const load = async () => {
      const { PasskeySignIn } = await import('./passkey-sign-in.ts');
      made ??= new PasskeySignIn(client, {
        onAnswer: () => onAnswer(),
        onSignedIn: (user) => onSignedIn(user),
        onProblem: (notice) => onProblem(notice),
      });
      return made;
    };
    ask.current = () =>
      load().then(
        (signIn) => signIn.ask(),
        (error) => onProblem({ tone: 'danger', text: errorText(error) }),
      );
    const cancel = onFirstInput(
      () =>
        void load().then(
          (signIn) => signIn.suggest(),
          () => {},
        ),
    );
    return () => {
      cancel();
      made?.stop();
    };
  }, [client]);
  return knowsPasskeys() ? () => ask.current() : null;
}
