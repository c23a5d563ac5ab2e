import { expect, test } from 'vitest';
import { placeName, timeZoneOf } from './time-zone.ts';

test.each([
  ['Europe/Berlin', "Berlin (by the browser's clock)"],
  ['America/Argentina/Buenos_Aires', "Buenos Aires (by the browser's clock)"],
  ['Asia/Kolkata', "Kolkata (by the browser's clock)"],
  ['Asia/Calcutta', "Calcutta (by the browser's clock)"],
  ['America/Port-au-Prince', "Port-au-Prince (by the browser's clock)"],
])('%s is shown as %s', (zone, words) => {
  expect(placeName(timeZoneOf(zone))).toBe(words);
});

test.each([
  undefined,
  '',
  'UTC',
  'Etc/GMT+5',
  '+01:00',
  'Europe/Nowhere',
  '<script>/x',
  'Europe/Berlin ',
  `Europe/${'x'.repeat(5_000)}`,
  'constructor/name',
])('%j names no place', (header) => {
  expect(placeName(timeZoneOf(header))).toBeNull();
});
