import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../../components/base/stored-value/use-stored-value.ts';

const collapsed = new StoredValue<boolean>('noek_sidebar', {
  parse: (text) => text === 'collapsed',
  print: (isCollapsed) => (isCollapsed ? 'collapsed' : 'open'),
});

/** Whether the sidebar is collapsed, kept on this device. */
export const useCollapsed = (): [boolean, (isCollapsed: boolean) => void] => [useStoredValue(collapsed), collapsed.set];
