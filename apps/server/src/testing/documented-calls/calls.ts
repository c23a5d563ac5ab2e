import { keyOf, type Operation } from '@noek/contract/calls/operation';
import { type OperationKey, operations } from '@noek/contract/operations';
import { adminCalls } from './admin.ts';
import { archiveCalls } from './archive.ts';
import { authCalls } from './auth.ts';
import { chatCalls } from './chat.ts';
import type { DocumentedCall, DocumentedCalls, Fixture, GoodCall } from './documented-call.ts';
import { documentCalls } from './documents.ts';
import { fileCalls } from './files.ts';
import { memoryCalls } from './memory.ts';
import { projectCalls } from './projects.ts';
import { promptCalls } from './prompts.ts';
import { reportCalls } from './reports.ts';
import { secondFactorCalls } from './second-factor.ts';
import { subscriptionCalls } from './subscription.ts';
import { makeThing } from './things.ts';
import { tokenCalls } from './tokens.ts';
import { webhookCalls } from './webhooks.ts';

/** What the calls need beyond their declarations, one file per feature. */
const documentedCalls: DocumentedCalls = {
  ...adminCalls,
  ...archiveCalls,
  ...authCalls,
  ...chatCalls,
  ...documentCalls,
  ...fileCalls,
  ...memoryCalls,
  ...projectCalls,
  ...promptCalls,
  ...reportCalls,
  ...secondFactorCalls,
  ...subscriptionCalls,
  ...tokenCalls,
  ...webhookCalls,
};

/** A call that succeeds: the thing named in the path, the declaration's example, and anything else that was prepared. */
async function prepare(fixture: Fixture, operation: Operation, call: DocumentedCall): Promise<GoodCall> {
  const prepared = await call.prepare?.(fixture);
  const named =
    operation.params && !prepared?.params ? { params: await makeThing(operation.path, fixture, fixture.user.id) } : {};
  const by = operation.access === 'admin' ? { by: (await fixture.administrator()).caller } : {};
  return { ...by, ...named, ...operation.example, ...prepared };
}

/** Every operation of the contract, with how to call it successfully and how to provoke its own errors. */
export const everyOperation = operations.map((operation) => {
  const key = keyOf(operation);
  const call = documentedCalls[key as OperationKey] ?? {};
  return {
    key,
    operation,
    refusals: call.refusals ?? {},
    prepare: (fixture: Fixture) => prepare(fixture, operation, call),
  };
});
