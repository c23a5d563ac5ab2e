import { z } from 'zod';
import {
  crossDomainLoginInputSchema,
  crossDomainTokenInputSchema,
  crossDomainTokenSchema,
  emailInputSchema,
  loginInputSchema,
  messageResultSchema,
  signUpInputSchema,
  userSchema,
  verifyEmailResultSchema,
} from './auth.ts';
import {
  conversationSchema,
  createConversationInputSchema,
  guestChatBodySchema,
  guestChatResultSchema,
  guestStatusSchema,
  messageSchema,
  sendMessageBodySchema,
} from './chat.ts';
import { publicConfigSchema, versionSchema } from './config.ts';

/** One documented call: what goes in, what comes out on success, and which refusals belong to it. */
export type Operation = {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** Path parameters stand in braces: /api/conversations/{id}. */
  path: string;
  summary: string;
  /** Who may call it: anybody, guests included, or signed-in people. */
  access: 'anyone' | 'signed-in';
  query?: z.ZodObject;
  body?: z.ZodType;
  status: 200 | 201;
  result: z.ZodType;
  /** Refusals beyond the general ones (400 malformed, 403 foreign origin, 413 too large). */
  refusals: readonly number[];
  /** Also answers text/event-stream when asked to. */
  streams?: boolean;
};

const page = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional().meta({ description: '100 when absent' }),
  cursor: z.string().optional().meta({ description: 'from the Link header of the page before' }),
});

/** The REST contract, as /api/openapi.json describes it and the documented-paths test calls it. */
export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/auth/signup',
    summary: 'Create an account; a verification mail goes out',
    access: 'anyone',
    body: signUpInputSchema,
    status: 201,
    result: messageResultSchema,
    refusals: [400, 429],
  },
  {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in; sets the session cookie',
    access: 'anyone',
    body: loginInputSchema,
    status: 200,
    result: userSchema,
    refusals: [400, 401, 403, 423, 429],
  },
  {
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Sign out',
    access: 'anyone',
    status: 200,
    result: messageResultSchema,
    refusals: [],
  },
  {
    method: 'get',
    path: '/api/auth/user',
    summary: 'The signed-in person',
    access: 'signed-in',
    status: 200,
    result: userSchema,
    refusals: [401],
  },
  {
    method: 'post',
    path: '/api/auth/resend-verification',
    summary: 'Send the verification mail again',
    access: 'anyone',
    body: emailInputSchema,
    status: 200,
    result: messageResultSchema,
    refusals: [400, 429],
  },
  {
    method: 'get',
    path: '/api/verify-email',
    summary: 'Verify an address with the token of the mail',
    access: 'anyone',
    query: z.object({ token: z.string() }),
    status: 200,
    result: verifyEmailResultSchema,
    refusals: [400, 429],
  },
  {
    method: 'post',
    path: '/api/auth/generate-cross-domain-token',
    summary: 'A one-time token for another host of ours',
    access: 'signed-in',
    body: crossDomainTokenInputSchema,
    status: 200,
    result: crossDomainTokenSchema,
    refusals: [400, 401],
  },
  {
    method: 'post',
    path: '/api/auth/cross-domain-login',
    summary: 'Sign in on this host with a one-time token',
    access: 'anyone',
    body: crossDomainLoginInputSchema,
    status: 200,
    result: z.object({ user: userSchema }),
    refusals: [401, 429],
  },
  {
    method: 'post',
    path: '/api/auth/test-login',
    summary: 'Sign in as the demo user (not in production, loopback only)',
    access: 'anyone',
    status: 200,
    result: userSchema,
    refusals: [404],
  },
  {
    method: 'get',
    path: '/api/conversations',
    summary: 'Active conversations, newest first',
    access: 'signed-in',
    query: page,
    status: 200,
    result: z.array(conversationSchema),
    refusals: [401],
  },
  {
    method: 'get',
    path: '/api/conversations/archived',
    summary: 'Archived conversations, newest first',
    access: 'signed-in',
    query: page,
    status: 200,
    result: z.array(conversationSchema),
    refusals: [401],
  },
  {
    method: 'post',
    path: '/api/conversations',
    summary: 'Create a conversation',
    access: 'signed-in',
    body: createConversationInputSchema,
    status: 201,
    result: conversationSchema,
    refusals: [401, 403],
  },
  {
    method: 'post',
    path: '/api/conversations/{id}/archive',
    summary: 'Archive a conversation',
    access: 'signed-in',
    status: 200,
    result: conversationSchema,
    refusals: [401, 404],
  },
  {
    method: 'post',
    path: '/api/conversations/{id}/unarchive',
    summary: 'Restore an archived conversation',
    access: 'signed-in',
    status: 200,
    result: conversationSchema,
    refusals: [401, 404],
  },
  {
    method: 'delete',
    path: '/api/conversations/{id}',
    summary: 'Delete a conversation',
    access: 'signed-in',
    status: 200,
    result: messageResultSchema,
    refusals: [401, 404],
  },
  {
    method: 'get',
    path: '/api/conversations/{id}/messages',
    summary: 'Messages, oldest first',
    access: 'signed-in',
    status: 200,
    result: z.array(messageSchema),
    refusals: [401, 404],
  },
  {
    method: 'post',
    path: '/api/conversations/{id}/messages',
    summary: 'Send a message; answers when the reply is complete, or streams it',
    access: 'signed-in',
    body: sendMessageBodySchema,
    status: 201,
    result: z.tuple([messageSchema, messageSchema]),
    refusals: [400, 401, 404, 429, 502],
    streams: true,
  },
  {
    method: 'get',
    path: '/api/guest/status',
    summary: "A guest's allowance; sets the guest cookie",
    access: 'anyone',
    status: 200,
    result: guestStatusSchema,
    refusals: [],
  },
  {
    method: 'post',
    path: '/api/guest/chat',
    summary: 'Send a message as a guest',
    access: 'anyone',
    body: guestChatBodySchema,
    status: 200,
    result: guestChatResultSchema,
    refusals: [400, 404, 429, 502],
    streams: true,
  },
  {
    method: 'get',
    path: '/api/guest/conversations/{id}/messages',
    summary: "Messages of a guest's conversation, oldest first",
    access: 'anyone',
    status: 200,
    result: z.array(messageSchema),
    refusals: [404],
  },
  {
    method: 'get',
    path: '/api/version',
    summary: 'The running version',
    access: 'anyone',
    status: 200,
    result: versionSchema,
    refusals: [],
  },
  {
    method: 'get',
    path: '/api/config',
    summary: 'Public settings',
    access: 'anyone',
    status: 200,
    result: publicConfigSchema,
    refusals: [],
  },
];
