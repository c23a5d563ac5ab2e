import { headerMenusCode, headerTitleCode } from './header/header-code.ts';
import { searchCode } from './search/search-code.ts';
import { sidebarCode } from './sidebar/sidebar-code.ts';
import { partsCode } from './signed-in/parts-code.ts';

/** Loads the components that only signed-in people see. */
export const loadSignedInCode = (): Promise<unknown> =>
  Promise.all([sidebarCode, headerMenusCode, headerTitleCode, partsCode, searchCode].map((code) => code.load()));
