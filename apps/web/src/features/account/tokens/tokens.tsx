import { apiTokenLimit } from '@noek/contract/auth/limits';
import type { ApiToken } from '@noek/contract/auth/tokens';
import { useState } from 'react';
import { serverReasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { When } from '../../../components/dates/when.tsx';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { tokenTexts } from './texts.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const isExpired = ({ expiresAt }: ApiToken) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

/** The user's personal API tokens: create one, see what each may do and when it was used, revoke it. */
export function Tokens() {
  const [creating, setCreating] = useState(false);
  const tokens = trpc.auth.tokens.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <p className="text-sm text-text-muted">
        {tokenTexts.intro} {tokenTexts.revokedBy}
      </p>
      <div className="mt-5">
        <ReadSection query={tokens} label={tokenTexts.loading}>
          {(all) => <TokenList tokens={all} onNew={() => setCreating(true)} />}
        </ReadSection>
      </div>
      {creating && <NewTokenDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function TokenList({ tokens, onNew }: { tokens: readonly ApiToken[]; onNew: () => void }) {
  const isFull = tokens.filter((token) => !isExpired(token)).length >= apiTokenLimit;
  return (
    <>
      {tokens.length > 0 && (
        <Items>
          {tokens.map((token) => (
            <TokenItem key={token.id} token={token} />
          ))}
        </Items>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="quiet" size="sm" disabled={isFull} onClick={onNew}>
          {tokenTexts.newToken}
        </Button>
        {tokens.length === 0 && <p className="text-sm text-text-muted">{tokenTexts.none}</p>}
        {isFull && <p className="text-sm text-text-muted">{tokenTexts.full}</p>}
      </div>
    </>
  );
}

function TokenItem({ token }: { token: ApiToken }) {
  const { id, name, scopes, expiresAt, lastUsedAt, messagesToday } = token;
  const [asking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const revoke = trpc.auth.revokeToken.useMutation({
    onSuccess: () => toast(tokenTexts.revoked(name)),
    meta: { failed: unlessGone(serverReasonOr(tokenTexts.revokeFailed)) },
    onSettled: () => utils.auth.tokens.invalidate(),
  });
  const expired = isExpired(token);
  const date = expiresAt === null ? null : day.format(new Date(expiresAt));
  return (
    <Item
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span dir="auto">{name}</span>
          {expired && <Badge tone="warning">{tokenTexts.expired}</Badge>}
        </span>
      }
      control={
        <Button
          variant="danger-quiet"
          size="sm"
          disabled={revoke.isPending}
          aria-label={tokenTexts.revokeNamed(name)}
          onClick={() => setAsking(true)}
        >
          {revoke.isPending ? tokenTexts.revoking : tokenTexts.revoke}
        </Button>
      }
    >
      <p>
        {scopes.map((scope) => tokenTexts.scopes[scope].name).join(', ')}
        {' · '}
        {date === null ? tokenTexts.neverExpires : expired ? tokenTexts.expiredOn(date) : tokenTexts.expires(date)}
      </p>
      <p>
        {lastUsedAt === null ? (
          tokenTexts.neverUsed
        ) : (
          <>
            {tokenTexts.lastUsed} <When at={lastUsedAt} />
          </>
        )}
        {' · '}
        {tokenTexts.messagesToday(messagesToday)}
      </p>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={tokenTexts.question.title}
        question={tokenTexts.question.question(name)}
        confirm={tokenTexts.question.confirm}
        destructive
        onConfirm={() => revoke.mutate({ id })}
      />
    </Item>
  );
}
