import { describe, expect, test } from 'vitest';
import { checkPublicUrl, isAllowedAddress } from './address-guard.ts';

const publicOnly = { allowPrivate: false };
const withPrivate = { allowPrivate: true };

/** Loopback, private, link-local, multicast and reserved addresses, and forms that lead to them. */
const closedAddresses = [
  ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', 'fe80::1', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '100::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2002:0808:0808::1', '2001::1'],
  ...['fe80::1%eth0', '2606:4700::1%eth0', '127.1', '0x7f.1', '2130706433', 'localhost', ''],
];
const publicAddresses = ['1.1.1.1', '93.184.215.14', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'];

describe('isAllowedAddress', () => {
  test.each(closedAddresses)('refuses %s', (address) => {
    expect(isAllowedAddress(address, publicOnly)).toBe(false);
  });
  test.each(publicAddresses)('allows %s', (address) => {
    expect(isAllowedAddress(address, publicOnly)).toBe(true);
  });
  test('WEB_FETCH_PRIVATE adds private and loopback addresses, and nothing else', () => {
    const added = closedAddresses.filter((address) => isAllowedAddress(address, withPrivate));
    expect(added).toEqual([
      ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
      ...['::1', 'fc00::1', 'fd12:3456::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1'],
    ]);
  });
});

describe('WEB_FETCH_PRIVATE', () => {
  test.each(['fd00:ec2::254', 'fd00:0ec2:0:0:0:0:0:254', 'fd00:ec2::253', 'fd20:ce::254', '169.254.169.254'])(
    'does not open the metadata of a cloud at %s',
    (address) => expect(isAllowedAddress(address, withPrivate)).toBe(false),
  );
  test.each(['fd00:ec1::254', 'fd00::254', 'fd20:ce::253'])('opens its neighbour %s', (address) =>
    expect(isAllowedAddress(address, withPrivate)).toBe(true),
  );
});

describe('checkPublicUrl', () => {
  test.each([
    ...[
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0x7f.1/',
      'http://0177.0.0.1/',
    ],
    ...['http://017700000001/', 'http://0/', 'http://127.0.0.1./', 'http://１２７.０.０.１/', 'http://127。0。0。1/'],
    ...[
      'http://[::1]/',
      'http://[::]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[0:0:0:0:0:ffff:7f00:1]/',
      'http://[fe80::1]/',
    ],
    ...['http://[64:ff9b::a9fe:a9fe]/', 'http://[2002:a9fe:a9fe::]/', 'http://169.254.169.254/latest/meta-data/'],
    ...['http://[fe80::1%25eth0]/', 'http://256.1.1.1/'],
  ])('refuses the literal %s', (url) => {
    expect(() => checkPublicUrl(url, publicOnly)).toThrow();
  });
  test.each([
    ...['file:///etc/passwd', 'ftp://example.org/', 'gopher://example.org/', 'data:text/html,x', 'javascript:alert(1)'],
    ...['blob:http://example.org/1', '//example.org/', 'example.org', ''],
    ...['http://user@example.org/', 'http://user:password@example.org/', 'http://:password@example.org/'],
    ...['http://example.org:22/', 'http://example.org:6379/', 'https://example.org:8443/'],
  ])('refuses %s', (url) => {
    expect(() => checkPublicUrl(url, publicOnly)).toThrow();
  });
  test.each([
    ['https://example.org/a?b#c', 'https://example.org/a?b'],
    ['http://example.org:80/', 'http://example.org/'],
    ['http://example.org:443/', 'http://example.org:443/'],
    ['http://16843009/', 'http://1.1.1.1/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('allows %s', (url, checked) => {
    expect(checkPublicUrl(url, publicOnly).href).toBe(checked);
  });
  test('WEB_FETCH_PRIVATE opens loopback on any port, but neither the metadata of a cloud nor another scheme', () => {
    expect(checkPublicUrl('http://127.0.0.1:8080/', withPrivate).href).toBe('http://127.0.0.1:8080/');
    for (const url of [
      'http://169.254.169.254/',
      'http://[fd00:ec2::254]/',
      'file:///etc/passwd',
      'http://a:b@127.0.0.1/',
      'http://0.0.0.0/',
    ])
      expect(() => checkPublicUrl(url, withPrivate), url).toThrow();
  });
});
