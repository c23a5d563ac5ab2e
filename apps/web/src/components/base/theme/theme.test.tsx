// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setTextSize, textSize, textSizes } from './text-size.ts';
import { darkDevice, setTheme } from './theme.ts';
import { ThemeToggle } from './theme-toggle.tsx';

const beforePaint = readFileSync(join(import.meta.dirname, '../../../../public/theme.js'), 'utf8');
const loadPage = () => {
  delete document.documentElement.dataset.theme;
  new Function(beforePaint)();
};
const shown = () => document.documentElement.dataset.theme;
const barColour = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="">';
});
afterEach(cleanup);

test('[1.19] [9.29] light is the default; dark is stored on the device and applied before the first paint', () => {
  loadPage();
  expect(shown()).toBe('light');
  const lightBar = barColour();
  render(<ThemeToggle />);
  fireEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
  expect(shown()).toBe('dark');
  expect(localStorage.getItem('noek_theme')).toBe('dark');
  const darkBar = barColour();
  expect(darkBar).not.toBe(lightBar);

  loadPage();
  expect(shown()).toBe('dark');
  expect(barColour()).toBe(darkBar);

  fireEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
  expect(barColour()).toBe(lightBar);
});

test('the theme of the device is shown before the first paint, and followed', () => {
  localStorage.setItem('noek_theme', 'system');
  const device = window.matchMedia('(prefers-color-scheme: dark)');
  const matches = vi.spyOn(Object.getPrototypeOf(device), 'matches', 'get').mockReturnValue(true);
  loadPage();
  expect(shown()).toBe('dark');
  setTheme('system');
  render(<ThemeToggle />);
  expect(screen.getByRole('button', { name: 'Switch to light theme' })).toBeTruthy();
  matches.mockReturnValue(false);
  act(() => void darkDevice.dispatchEvent(new Event('change')));
  expect(shown()).toBe('light');
  fireEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
  expect([shown(), localStorage.getItem('noek_theme')]).toEqual(['dark', 'dark']);
});

test('the chosen text size is applied before the first paint, and when another tab chooses it', () => {
  const { style } = document.documentElement;
  const sizes = textSizes.map((size) => {
    setTextSize(size);
    const shown = style.fontSize;
    style.fontSize = '';
    loadPage();
    expect([size, style.fontSize, textSize.get()]).toEqual([size, shown, size]);
    return shown;
  });
  expect(sizes).toEqual(['90%', '', '112.5%', '125%']);
  localStorage.setItem('noek_text_size', '90%');
  window.dispatchEvent(new StorageEvent('storage', { key: 'noek_text_size' }));
  expect(style.fontSize).toBe('90%');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  expect(style.fontSize).toBe('');
  localStorage.setItem('noek_text_size', 'constructor');
  expect(textSize.get()).toBe('normal');
});

test('before the page has loaded, its shell knows which page opens and whether it has a sidebar', () => {
  const { dataset } = document.documentElement;
  const at = (path: string) => {
    window.history.replaceState(null, '', path);
    delete dataset.side;
    loadPage();
    return [dataset.opens, dataset.side];
  };
  expect(at('/')).toEqual(['start', undefined]);
  localStorage.setItem('noek_user', '{}');
  expect(at('/chat/7?message=m')).toEqual(['conversation', 'open']);
  localStorage.setItem('noek_sidebar', 'collapsed');
  expect(at('/account')).toEqual(['page', 'collapsed']);
});

test('[2.53] the shell learns of a script that cannot be loaded or run, but not of a picture', () => {
  loadPage();
  const failed = () => 'failed' in document.documentElement.dataset;
  const fail = (name: string) =>
    document.body.appendChild(document.createElement(name)).dispatchEvent(new Event('error'));
  fail('img');
  expect(failed()).toBe(false);
  fail('script');
  expect(failed()).toBe(true);
  delete document.documentElement.dataset.failed;
  window.dispatchEvent(new ErrorEvent('error'));
  expect(failed()).toBe(true);
});

test('[9.29] an invalid stored value means the default', () => {
  localStorage.setItem('noek_theme', '"><script>');
  loadPage();
  expect(shown()).toBe('light');
});
