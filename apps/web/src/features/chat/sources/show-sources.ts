import type { Source } from '@noek/contract/chat/answers';
import { createContext, useContext } from 'react';

/** Opens the panel with the sources of an answer. `first`: the number of the source to begin with; 0: the first. */
export type ShowSources = (sources: readonly Source[], first: number) => void;

export const ShowSourcesContext = createContext<ShowSources>(() => {});

export const useShowSources = (): ShowSources => useContext(ShowSourcesContext);
