import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { InboxLink } from './inbox-link.tsx';

/** Something to say above the sign-in fields; `mailed`: a mail is on its way. */
export type SignInNotice = { tone: 'info' | 'danger'; text: string; mailed?: boolean };

/** Comes into its place a moment after the page, or it would not be announced on arrival. */
export function SignInNoticeBox({ notice }: { notice: SignInNotice }) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return (
    <div role="alert">
      {shown && (
        <Notice tone={notice.tone}>
          {notice.text}
          {notice.mailed && <InboxLink className="mt-1" />}
        </Notice>
      )}
    </div>
  );
}
