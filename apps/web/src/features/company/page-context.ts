import type { CompanyPath } from '@noek/contract/company/site';
import { createContext, useContext } from 'react';

/** The page that is being rendered. Links that sign people in lead back to it. Unknown paths lead to the home page. */
export const PageContext = createContext<CompanyPath>('/');
export const usePagePath = (): CompanyPath => useContext(PageContext);
