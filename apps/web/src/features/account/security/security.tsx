import { useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { accountTexts } from '../texts.ts';
import { Authenticator } from './authenticator/authenticator.tsx';
import { RecoveryCodesItem } from './authenticator/recovery-codes-item.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { NoPassword } from './no-password.tsx';
import { Passkeys } from './passkeys/passkeys.tsx';

const texts = accountTexts.security;

/** How the user at `email` signs in: the password, passkeys, the authenticator app and its recovery codes. */
export function Security({ email }: { email: string }) {
  const methods = trpc.auth.signInMethods.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  const [changing, setChanging] = useState(false);
  return (
    <>
      <ReadSection query={methods} label={texts.loading} lines={4}>
        {({ password, google, companies, passkeyHost, authenticatorSince, recoveryCodes }) => (
          <Items>
            {password === 'set' ? (
              <Item
                title={texts.password}
                control={
                  <Button variant="quiet" size="sm" onClick={() => setChanging(true)}>
                    {texts.changePassword}
                  </Button>
                }
              >
                {texts.passwordHint}
              </Item>
            ) : (
              <Item title={texts.password}>
                <NoPassword password={password} />
              </Item>
            )}
            {google && <Item title={texts.google}>{texts.googleHint}</Item>}
            {companies.map(({ id, name }) => (
              <Item key={id} title={name}>
                {texts.companyHint}
              </Item>
            ))}
            <Passkeys passkeyHost={passkeyHost} />
            <Authenticator since={authenticatorSince} />
            <RecoveryCodesItem left={authenticatorSince === null ? null : recoveryCodes} />
          </Items>
        )}
      </ReadSection>
      {changing && <ChangePasswordDialog email={email} onClose={() => setChanging(false)} />}
    </>
  );
}
