import type { ReactNode } from 'react';
import { errorText, isRefused } from '../../../api/base/error-text.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { usePageTitle } from '../../../components/base/page-title.ts';
import { useFocusOnViewChange } from '../../../components/forms/focus-on-view-change.ts';
import { AuthCard, AuthFrame, authHeadingId } from '../auth-frame.tsx';
import { authTexts } from '../texts.ts';
import { BackToSignIn, Outcome } from './outcome.tsx';

type Step = {
  isPending: boolean;
  isSuccess: boolean;
  isError: boolean;
  error: unknown;
  data: { message: string } | undefined;
  mutate: (input: { token: string }) => void;
};
type StepTexts = {
  heading: string;
  lead: string;
  consequences: string;
  submit: string;
  submitting: string;
  done: string;
};

/**
 * A page that a link from an email opens, for a step that its token allows. Only the button takes the step, because scanners open links.
 * `children` is shown below the outcome.
 */
export function MailedStep(props: {
  token: string | undefined;
  step: Step;
  pageTitle: string;
  texts: StepTexts;
  children?: ReactNode;
}) {
  const { token, step, texts } = props;
  const isInvalid = step.isError && isRefused(step.error);
  usePageTitle(props.pageTitle);
  useFocusOnViewChange(step.isSuccess || isInvalid, authHeadingId);
  return (
    <AuthFrame>
      {step.data && (
        <AuthCard heading={texts.done}>
          <Outcome good text={step.data.message} signIn={authTexts.goToSignIn} />
          {props.children}
        </AuthCard>
      )}
      {token === undefined && (
        <AuthCard heading={texts.heading}>
          <Outcome good={false} text={authTexts.incompleteLink} signIn={authTexts.goToSignIn} />
        </AuthCard>
      )}
      {isInvalid && (
        <AuthCard heading={texts.heading}>
          <div role="alert">
            <Outcome good={false} text={errorText(step.error)} signIn={authTexts.goToSignIn} />
          </div>
        </AuthCard>
      )}
      {token !== undefined && !step.isSuccess && !isInvalid && (
        <AuthCard heading={texts.heading} lead={texts.lead}>
          <p className="mt-4">{texts.consequences}</p>
          {step.isError && (
            <Notice tone="danger" role="alert" className="mt-4">
              {errorText(step.error)}
            </Notice>
          )}
          <Button className="mt-6 w-full" disabled={step.isPending} onClick={() => step.mutate({ token })}>
            {step.isPending ? texts.submitting : texts.submit}
          </Button>
          <BackToSignIn />
        </AuthCard>
      )}
    </AuthFrame>
  );
}
