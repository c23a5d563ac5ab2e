import { describe, expect, test } from 'vitest';
import { emailProblem, needsSmtpUtf8, normalDomain, normalEmail } from './email-address.ts';
import { emailSchema } from './schemas.ts';

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ["o'neil+news_1.x-y@mail.example.co.uk", "o'neil+news_1.x-y@mail.example.co.uk"],
  ['Jörg.Müller@Example.com', 'jörg.müller@example.com'],
  ['Jo\u0308rg@example.com', 'jörg@example.com'],
  ['ada@MÜNCHEN.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@mu\u0308nchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--MNCHEN-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@straße.example', 'ada@xn--strae-oqa.example'],
  ['ада@почта.рф', 'ада@xn--80a1acny.xn--p1ai'],
  ['用户@例子。中国', '用户@xn--fsqu00a.xn--fiqs8s'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['उपयोगकर्ता@उदाहरण.भारत', 'उपयोगकर्ता@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['col@col·lecció.cat', 'col@xn--collecci-ioa91d.cat'],
])('%s is the address %s', (typed, address) => {
  expect(normalEmail(typed)).toBe(address);
  // The normal form is its own, and the domain is ASCII.
  expect(normalEmail(address)).toBe(address);
  expect(needsSmtpUtf8(address.slice(address.indexOf('@')))).toBe(false);
  expect(emailSchema.parse(typed)).toBe(address);
});

const notValid = 'Enter a valid email address.';
const tooLong = 'This email address is too long.';
const noDomain = 'What comes after the @ is not the name of a domain. Check how it is written.';
const characters =
  "Before the @, an email address here can have letters, digits and the characters . _ + - and ' only.";

describe('is refused with a sentence', () => {
  test.each([
    ['', notValid],
    ['ada', notValid],
    ['@example.com', notValid],
    ['ada@', notValid],
    ['ada@example', notValid],
    ['ada@example.c', notValid],
    ['ada@1.2.3.4', notValid],
    ['ada@exam ple.com', notValid],
    ['ada@example.com/path', notValid],
    ['ada@example..com', notValid],
    ['.ada@example.com', notValid],
    ['a..da@example.com', notValid],
    ['ada lovelace@example.com', notValid],
    ['ada@@example.com', notValid],
    ['a@b@example.com', notValid],
    ['ada@example.com\r\nBcc: eve@example.com', notValid],
    ['"ada"@example.com', notValid],
    ['ada@mün chen.example', noDomain],
    ['ada@münchen.example:80', noDomain],
    ['ada@münchen.example/x', noDomain],
    ['ada@münchen.example#x', noDomain],
    ['ada@münchen', noDomain],
    ['ada@😀.example', noDomain],
    ['😀@example.com', characters],
    ['jörg müller@example.com', characters],
    ['jörg\u200b@example.com', characters],
    ['\u202ejörg@example.com', characters],
    ['jörg@eve@example.com', characters],
    ['\u0308jorg@example.com', characters],
    [`${'ü'.repeat(33)}@example.com`, tooLong],
    [`${'a'.repeat(65)}@example.com`, tooLong],
    [`a@${'b.'.repeat(130)}com`, tooLong],
    [`a@${'ü'.repeat(70)}.com`, noDomain],
  ])('%j: %s', (typed, problem) => {
    const { error, data } = emailSchema.safeParse(typed);
    expect(data).toBeUndefined();
    expect(error?.issues[0]?.message).toBe(problem);
  });
});

test('a domain by itself has the same form', () => {
  expect(normalDomain('Bücher.Example')).toBe('xn--bcher-kva.example');
  expect(normalDomain('acme.test')).toBe('acme.test');
});

test('only what is before the @ needs servers that know SMTPUTF8', () => {
  expect(needsSmtpUtf8(normalEmail('ada@münchen.example'))).toBe(false);
  expect(needsSmtpUtf8(normalEmail('jörg@example.com'))).toBe(true);
  expect(emailProblem(normalEmail('jörg@münchen.example'))).toBeNull();
});
