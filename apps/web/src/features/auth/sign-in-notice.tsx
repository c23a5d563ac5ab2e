import { useEffect, useState } from 'react';
import { Notice } from '../../components/base/notice.tsx';
import { DevInboxLink } from './forms/dev-inbox-link.tsx';
import { MailDelayed } from './forms/mail-delayed.tsx';

/** A message above the sign-in fields. `reason`: a second paragraph. `emailed`: an email has been sent. */
export type SignInNotice = { tone: 'info' | 'danger'; text: string; reason?: string | undefined; emailed?: boolean };

/** Renders its content one tick after its live region, because screen readers do not announce text that was there from the start. */
export function SignInNoticeBox({ notice }: { notice: SignInNotice }) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return (
    <div role="alert">
      {shown && (
        <Notice tone={notice.tone}>
          <p>{notice.text}</p>
          {notice.reason && <p className="mt-1">{notice.reason}</p>}
          {notice.emailed && <DevInboxLink className="mt-1" />}
          {notice.emailed && <MailDelayed className="mt-1" />}
        </Notice>
      )}
    </div>
  );
}
