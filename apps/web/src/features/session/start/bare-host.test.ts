import { expect, test } from 'vitest';
import { bareAddress } from './bare-host.ts';

test('[2.01] www leads to the bare host with path, query and hash', () => {
  expect(bareAddress('http://www.chat.noek.localhost:5000/chat/7?a=b%20c#end')).toBe(
    'http://chat.noek.localhost:5000/chat/7?a=b%20c#end',
  );
});

test.each(['http://chat.noek.localhost:5000/?www.', 'https://wwwx.example/', 'https://example.com/www.'])(
  '[2.01] %s is a bare host',
  (address) => {
    expect(bareAddress(address)).toBeNull();
  },
);
