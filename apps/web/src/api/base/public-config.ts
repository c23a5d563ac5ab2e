import type { PublicConfig } from '@noek/contract/config/schemas';
import { createContext, useContext } from 'react';

export const PublicConfigContext = createContext<PublicConfig | null>(null);

export function usePublicConfig(): PublicConfig {
  const config = useContext(PublicConfigContext);
  if (!config) throw new Error('usePublicConfig is used outside of <PublicConfigContext>.');
  return config;
}
