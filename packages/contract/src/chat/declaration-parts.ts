import { z } from 'zod';
import { conversationIdParamSchema } from '../calls/conversation-id.ts';

/** The conversation named in a path. */
export const conversationParamsSchema = z.object({ id: conversationIdParamSchema });

/** A path of the conversation that the input names. */
export const ofConversation = { params: conversationParamsSchema, fields: { id: 'conversationId' } } as const;

export const reads = { access: 'signed-in', token: 'read' } as const;
/** Anyone may read their own things, guests included. */
export const anyoneReads = { access: 'anyone', token: 'read' } as const;
export const anyoneChats = { access: 'anyone', token: 'chat' } as const;
export const changes = { access: 'signed-in', token: 'all' } as const;
export const anyoneChanges = { access: 'anyone', token: 'all' } as const;
/** For calls that guests may make on pages, but over REST only people with an account. */
export const signedIn = { access: 'signed-in' } as const;
