import { CircleCheck, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../../../components/base/button.tsx';
import { withReturnTo } from '../continue/remember-auth-parameters.ts';
import { authTexts } from '../texts.ts';

/** The result of a link from an email, with a link to the sign-in screen. `children`: what helps first. */
export function Outcome(props: { good: boolean; text: string; signIn: string; children?: ReactNode }) {
  const Icon = props.good ? CircleCheck : CircleX;
  return (
    <>
      <p className={`mt-4 flex gap-3 ${props.good ? 'text-success-ink' : 'text-danger-ink'}`}>
        <Icon className="icon mt-1" aria-hidden />
        <span className="min-w-0 break-words">{props.text}</span>
      </p>
      {props.children}
      <a
        className={buttonClass(
          props.children ? 'quiet' : 'primary',
          'md',
          props.children ? 'mt-2.5 w-full' : 'mt-6 w-full',
        )}
        href={withReturnTo('/auth')}
      >
        {props.signIn}
      </a>
    </>
  );
}

/** A link that leaves a card without using it. */
export function BackToSignIn() {
  return (
    <p className="pt-4.5 text-center text-[0.875rem]">
      <a className="prose-link inline-flex min-h-(--size-control-sm) items-center" href={withReturnTo('/login')}>
        {authTexts.backToSignIn}
      </a>
    </p>
  );
}
