import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import playwrightConfig from '../apps/web/playwright.config.ts';
import { readArguments } from './arguments.ts';

readArguments(
  `usage: node scripts/make-icons.ts

Writes the icons of the installed app from apps/web/public/favicon.svg, after the mark has changed.`,
  {},
);

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url));
const mark = readFileSync(`${folder}favicon.svg`, 'utf8');
/** Systems that cut their own shape want the colour up to the edge, and the mark within a circle of 80 %. */
const fullBleed = mark.replace(/ rx="7"/, '').replace(/(<rect[^>]*>)(.*)(<\/svg>)/, (_, square, drawing, end) => {
  const smaller = `<g transform="translate(12 12) scale(.85) translate(-12 -12)">${drawing}</g>`;
  return `${square}${smaller}${end}`;
});
const icons = [
  { file: 'icon-192.png', size: 192, svg: mark },
  { file: 'icon-512.png', size: 512, svg: mark },
  { file: 'icon-maskable-512.png', size: 512, svg: fullBleed },
  { file: 'apple-touch-icon.png', size: 180, svg: fullBleed },
];

const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {});
try {
  for (const { file, size, svg } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    writeFileSync(`${folder}${file}`, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
