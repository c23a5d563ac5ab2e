import { createHmac } from 'node:crypto';
import type { BaseCtx } from '../../../base-context.ts';
import { ipPrefix } from '../../../ip-address.ts';
import type { FileOwner } from '../files.queries.ts';
import type { Turn } from './shares.ts';

/** Whose turn it is when something is done for these files. */
export const turnOf = ({ userId, guestId }: FileOwner, network: string | null): Turn => ({
  owner: userId ?? `guest ${guestId}`,
  network,
});

/** The network of the caller as it is stored with a file until its text was read: a keyed hash. */
export const networkOf = (ctx: Pick<BaseCtx, 'request' | 'config'>): string =>
  createHmac('sha256', ctx.config.secret)
    .update(`network of a file ${ipPrefix(ctx.request.ip)}`)
    .digest('base64url');
