import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { componentTexts } from '../texts.ts';
import { setTheme } from './theme.ts';
import { useTheme } from './use-theme.ts';

export function ThemeToggle({ className }: { className?: string }) {
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      size="lg"
      label={dark ? componentTexts.theme.toLight : componentTexts.theme.toDark}
      className={className}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  );
}
