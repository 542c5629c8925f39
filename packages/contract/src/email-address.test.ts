import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { email, emailPrefix, normalEmail, normalLogin } from './email-address.ts';

describe('the normal form of a mail address', () => {
  test.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['INFO@BÜCHER.example', 'info@xn--bcher-kva.example'],
    ['info@bu\u0308cher.example', 'info@xn--bcher-kva.example'],
    ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
    ['info@XN--BCHER-KVA.example', 'info@xn--bcher-kva.example'],
    ['ｉｎｆｏ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'info@example.org'],
    ['info@例え。テスト', 'info@xn--r8jz45g.xn--zckzah'],
    ['  Ana.Ruiz+stage@Example.ORG\n', 'ana.ruiz+stage@example.org'],
    ['José@example.org', 'josé@example.org'],
    ['Jose\u0301@example.org', 'josé@example.org'],
    ['m\u0130a@example.org', 'mi\u0307a@example.org'],
    ['mi\u212Ae@example.org', 'mike@example.org'],
    ["o'neill@mail.example.co.uk", "o'neill@mail.example.co.uk"],
  ])('turns %j into %s', (typed, normal) => expect(normalEmail(typed)).toBe(normal));

  test.each([
    ['two @', 'ana@home@example.org'],
    ['two @, one of full width', 'ana＠home@example.org'],
    ['no @', 'ana.example.org'],
    ['nothing before the @', '@example.org'],
    ['nothing after the @', 'ana@'],
    ['a domain of one label', 'ana@localhost'],
    ['a zero-width space', 'an\u200Ba@example.org'],
    ['a zero-width space in the domain', 'ana@exam\u200Bple.org'],
    ['an override of direction', 'ana\u202E@example.org'],
    ['a filler that can’t be seen', '\u3164@example.org'],
    ['a variation selector', 'ana\uFE0F@example.org'],
    ['a lone accent', '\u0301@example.org'],
    ['a control character', 'ana\u0000@example.org'],
    ['a line break', 'ana@example.org\r\nBcc: all@example.org'],
    ['a space', 'ana ruiz@example.org'],
    ['an IP address', 'ana@127.0.0.1'],
    ['an IP address in hexadecimal', 'ana@0x7f.1'],
    ['a path', 'ana@example.org/path'],
    ['a port', 'ana@example.org:25'],
    ['an escape', 'ana@ex%61mple.org'],
    ['two dots', 'ana..ruiz@example.org'],
    ['a label that ends with a hyphen', 'ana@example-.org'],
    ['65 bytes before the @', `${'a'.repeat(65)}@example.org`],
    ['65 bytes of 33 letters before the @', `a${'é'.repeat(32)}@example.org`],
    ['a label of 64 letters', `ana@${'a'.repeat(64)}.org`],
    ['a label that is too long as an A-label', `ana@${'ü'.repeat(60)}.example`],
    ['more than 254 bytes', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'b'.repeat(60)}.${'b'.repeat(60)}.example`],
    ['markup', '<b>@example.org'],
  ])('doesn’t exist with %s', (_flaw, typed) => {
    expect(normalEmail(typed)).toBeUndefined();
    expect(email.safeParse(typed).success).toBe(false);
  });

  test('stays the same when it is taken again', () => {
    const letters = fc.constantFrom(
      'a',
      'Z',
      'é',
      'e\u0301',
      'ß',
      'ſ',
      'İ',
      'ı',
      'ﬁ',
      'Ａ',
      'ς',
      'Σ',
      'д',
      '例',
      'ガ',
      '\u212A',
      '-',
      '.',
      '9',
    );
    const part = fc.array(letters, { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(part, part, fc.constantFrom('example', 'ORG', 'рф'), (local, domain, top) => {
        const normal = normalEmail(`${local}@${domain}.${top}`);
        if (normal === undefined) return;
        expect(normalEmail(normal)).toBe(normal);
        expect(normalEmail(normal.toUpperCase().normalize('NFD'))).toBe(normalEmail(normal.toUpperCase()));
      }),
    );
  });
});

test('a name to log in with is an address in its normal form or a username in lower case', () => {
  expect(normalLogin(' Luna ')).toBe('luna');
  expect(normalLogin('Luna@BÜCHER.example')).toBe('luna@xn--bcher-kva.example');
  expect(normalLogin('two@at@example.org')).toBe('two@at@example.org');
});

test.each([
  ['luna', 'luna'],
  ['Info@Exam', 'info@exam'],
  ['info@bü', 'info@xn--'],
  ['info@bücher', 'info@xn--'],
  ['info@bücher.ex', 'info@xn--bcher-kva.ex'],
  ['info@shop.bü', 'info@shop.xn--'],
  ['info@xn--bch', 'info@xn--bch'],
])('a search for %s looks for addresses that begin with %s', (typed, prefix) => expect(emailPrefix(typed)).toBe(prefix));
