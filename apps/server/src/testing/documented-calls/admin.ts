import type { DocumentedCalls, Fixture } from './documented-call.ts';
import { subscribed } from './subscription.ts';

/** A call of the administrator. */
async function ask(fixture: Fixture, path: string, method = 'GET', body?: unknown): Promise<Response> {
  const { id, caller } = await fixture.administrator();
  return caller.call(`/api/admin/${path.replace('{me}', id)}`, { method, ...(body !== undefined && { body }) });
}

export const adminCalls: DocumentedCalls = {
  'GET /api/admin/users': {
    prepare: () => ({ query: {} }),
    refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'users?page=0') },
  },
  'GET /api/admin/users/{id}/messages': {
    refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'users/{me}/messages?cursor=nonsense') },
  },
  'PATCH /api/admin/users/{id}': {
    refusals: {
      CONFLICT: (fixture) => ask(fixture, 'users/{me}', 'PATCH', { accessLevel: 'basic' }),
      async SUBSCRIPTION_DECISION_REQUIRED(fixture) {
        await subscribed(fixture);
        return ask(fixture, `users/${fixture.user.id}`, 'PATCH', { accessLevel: 'basic' });
      },
    },
  },
  'POST /api/admin/users/{id}/suspend': {
    refusals: {
      CONFLICT: (fixture) => ask(fixture, 'users/{me}/suspend', 'POST', { reason: 'Because' }),
      async SUBSCRIPTION_DECISION_REQUIRED(fixture) {
        await subscribed(fixture);
        return ask(fixture, `users/${fixture.user.id}/suspend`, 'POST', { reason: 'Because' });
      },
    },
  },
  'GET /api/admin/figures': { refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'figures?range=1y') } },
  'POST /api/admin/providers/{id}/try': {
    prepare: () => ({ params: { id: 'Scripted' } }),
    refusals: {
      NOT_FOUND: (fixture) => ask(fixture, 'providers/nobody/try', 'POST'),
      async RATE_LIMITED(fixture) {
        for (let i = 0; i < 5; i++) await ask(fixture, 'providers/Scripted/try', 'POST');
        return ask(fixture, 'providers/Scripted/try', 'POST');
      },
    },
  },
  'GET /api/admin/audit': { refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'audit?cursor=nonsense') } },
  'GET /api/admin/audit.csv': { refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'audit.csv?from=yesterday') } },
};
