import { expect, test } from 'vitest';
import { ipPrefix, ipSite, isLoopback } from './ip-address.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, prefix) => {
  expect(ipPrefix(address)).toBe(prefix);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:3::', '2001:db8:1::/48'],
  ['203.0.113.7', null],
  ['::ffff:203.0.113.7', null],
  ['unknown', null],
])('the site of %s is %s', (address, site) => {
  expect(ipSite(address)).toBe(site);
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['128.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['::', false],
  ['127.evil.example', false],
  ['127.1', false],
  ['0x7f.1', false],
  ['', false],
])('loopback: %s is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
