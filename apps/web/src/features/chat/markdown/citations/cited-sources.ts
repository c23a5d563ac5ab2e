import type { Source } from '@noek/contract/chat/answers';
import { createContext, useContext } from 'react';

/** The sources of the surrounding answer, and how to show one of them in the panel. */
export type CitedSources = { sources: readonly Source[]; show: (number: number) => void };

export const CitedSourcesContext = createContext<CitedSources>({ sources: [], show: () => {} });

export const useCitedSources = (): CitedSources => useContext(CitedSourcesContext);
