import { operations } from '@noek/contract/operations';
import { authCalls } from './auth.ts';
import { chatCalls } from './chat.ts';
import { type DocumentedCall, keyOf, type OperationKey } from './documented-call.ts';
import { memoryCalls } from './memory.ts';

/** How each operation of the contract is called well, and how its own refusals come about: one file a feature. */
const documentedCalls: Record<OperationKey, DocumentedCall> = {
  ...authCalls,
  ...chatCalls,
  ...memoryCalls,
  'GET /api/version': { prepare: () => ({}) },
  'GET /api/config': { prepare: () => ({}) },
};

/** Every operation of the contract with its call; throws for one that has none yet. */
export const everyOperation = operations.map((operation) => {
  const key = keyOf(operation);
  const call = documentedCalls[key];
  if (!call) throw new Error(`Nothing in testing/documented-calls says how ${key} is called.`);
  return { key, operation, call };
});
