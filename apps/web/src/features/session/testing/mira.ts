import type { User } from '@noek/contract/auth/schemas';

/** The signed-in person of the tests. */
export const mira: User = {
  id: 'u1',
  name: 'Mira Novak',
  email: 'mira@example.com',
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};
