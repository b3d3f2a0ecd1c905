import { describe, expect, test } from 'vitest'
import { readHost, readWebAddress } from '#src/forms/web-address.ts'

const label = (length: number) => 'a'.repeat(length)
const name = (length: number) => `${`${label(49)}.`.repeat(4)}${label(length - 200)}`

describe('a host', () => {
  test.each([
    ['accounts.example.com', 'accounts.example.com'],
    ['Accounts.Example.COM', 'accounts.example.com'],
    ['intranet', 'intranet'],
    ['mail_server', 'mail_server'],
    ['example.com.', 'example.com.'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    // the joiner is a letter of this name
    ['نامه\u200cای.example', 'xn--mgba3gch31f060k.example'],
    [`${label(63)}.example`, `${label(63)}.example`],
    [name(253), name(253)],
  ])('reads the host %j as %s', (typed, host) => {
    expect(readHost(typed)).toBe(host)
  })

  test.each([
    ...['', '-', '_', '.', '..', '1.2.3', '0x7f.1', '2130706433', '127.1', '256.1.1.1', '١.2.3.4'],
    ...[
      'a..example',
      '.example.com',
      '-a.example',
      'a-.example',
      `${label(64)}.example`,
      name(254),
    ],
    ...[
      '*.example.com',
      'a,b',
      'a b',
      'a:25',
      'a/b',
      'me@a',
      'a?b',
      'a#b',
      'a\\b',
      'ex%61mple.com',
    ],
    ...['exam\u200bple.com', 'exam\u00adple.com', '\u202eexample.com', 'exam\u200dple.com'],
    ...[
      'exam\u2060ple.com',
      'exam\ufe0fple.com',
      'exam\tple.com',
      'example.com\u00a0',
      '\ufeffa.b',
    ],
    ...['[::1', '::1', '[1.2.3.4]', '[fe80::1%25eth0]'],
  ])('refuses %j as a host', (typed) => {
    expect(readHost(typed)).toBeNull()
  })
})

describe('an address', () => {
  test.each([
    'https://example.com',
    'HTTP://Example.com:8443/a/b?c=d#e',
    'https://me:word@example.com/',
    'https://[::1]:65535',
    'https://例え.テスト/ü',
  ])('accepts %s as a web address', (text) => {
    expect(readWebAddress(text)?.href).toBe(new URL(text).href)
  })

  test.each([
    ...['https://example.com:0', 'https://example.com:000/', 'https://example.com:65536'],
    ...[
      'https://example.com:',
      'https://example.com:80a',
      'https://:8080',
      'https://@',
      'https://',
    ],
    ...['https:example.com', 'https:/example.com', 'https:\\\\a.b', 'https://a.b\\c', 'ftp://a.b'],
    ...['https://1.2.3', 'https://-', 'https://ex%61mple.com', 'https://exam\u200bple.com:443'],
    ...['https://a.b/c d', 'https://a.b/\u202e', 'https://a.b/\n', ' https://a.b', 'a.b', '//a.b'],
  ])('refuses %j as a web address', (text) => {
    expect(readWebAddress(text)).toBeNull()
  })
})
