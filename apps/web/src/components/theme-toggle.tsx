import { Moon, Sun } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { setTheme, useTheme } from './theme.ts';

export function ThemeToggle({ className }: { className?: string }) {
  const dark = useTheme() === 'dark';
  return (
    <IconButton
      size="lg"
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      className={className}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  );
}
