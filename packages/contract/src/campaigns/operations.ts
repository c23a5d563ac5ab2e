import type { Operations } from '../calls/operation.ts';
import { sendEmailBodySchema, sendEmailResultSchema } from './schemas.ts';

/** The documented calls about emails to many people. */
export const campaignOperations = {
  sendEmail: {
    method: 'post',
    path: '/api/admin/send-email',
    summary:
      'Send an email to many people, one message each, in the background. Suspended people and those who unsubscribed are left out.',
    access: 'admin',
    token: 'never',
    body: sendEmailBodySchema,
    answers: [{ status: 200, json: sendEmailResultSchema }],
    example: { body: { recipients: [], subject: 'News', content: 'Noek has news for you.', recipientType: 'all' } },
  },
} as const satisfies Operations;
