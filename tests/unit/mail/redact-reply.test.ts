import { expect, test } from 'vitest'
import { redactReply } from '#src/mail/redact-reply.ts'

const user = 'mailer@example.com'
const password = 'Tin-Kettle é7 q'
const credentials = { user, password }

const base64 = (text: string) => Buffer.from(text).toString('base64')
const plain = base64(`\0${user}\0${password}`)
const hex = Buffer.from(password).toString('hex')

test.each([
  ['as it is', `535 no entry for ${user} with ${password}`],
  ['in capitals', `535 ${password.toUpperCase()}`],
  ['in part', `535 it begins with ${password.slice(0, 5)}`],
  ['letter by letter', `535 ${[...password].join(' ')}`],
  ['as bytes taken for Latin-1', `535 ${Buffer.from(password).toString('latin1')}`],
  ['backwards', `535 ${[...password].reverse().join('')}`],
  ['of AUTH PLAIN', `535 cannot parse AUTH PLAIN ${plain}`],
  ['of AUTH LOGIN', `535 ${base64(user)} ${base64(password)}`],
  ['as half of the base64', `535 ${plain.slice(-16)}`],
  ['in base64 that begins elsewhere', `535 ${base64(`x${user}:${password}`)}`],
  ['in base64 of another alphabet', `535 ${Buffer.from(`\0${password}`).toString('base64url')}`],
  ['in base64 twice', `535 ${base64(`AUTH PLAIN ${plain}`)}`],
  [
    'in base64 over several lines',
    `535-5.7.8 ${plain.slice(0, 34)}\r\n535 5.7.8 ${plain.slice(34)}`,
  ],
  ['in base64 cut to pieces', `${(plain.match(/..?.?/g) ?? []).join('\r\n535-')}`],
  ['in hexadecimal', `535 ${hex}`],
  ['in hexadecimal pairs', `535 ${(hex.match(/../g) ?? []).join(':')}`],
  ['percent-encoded', `535 ${encodeURIComponent(password)}`],
  ['with every byte percent-encoded', `535 ${hex.replace(/../g, '%$&')}`],
  ['in HTML', `535 ${password.replace('-', '&#45;')}`],
])('leaves nothing of the password when a server repeats it %s', (_, reply) => {
  const words = redactReply(reply, credentials)
  for (const form of [password, plain, base64(password), hex, base64(base64(password))])
    for (let at = 0; at + 4 <= form.length; at += 1)
      expect(words.toLowerCase()).not.toContain(form.slice(at, at + 4).toLowerCase())
  expect(words).not.toContain(user)
  expect(words).toContain('***')
})

test('hides what was sent in answer to a challenge like the password', () => {
  const digest = 'b913a602c7eda7a495b4e6e7334d3890'
  expect(redactReply(`535 got ${digest}`, credentials, [digest])).toBe('535 got ***')
})

test.each(['u', 'me'])('leaves a server’s codes as they are for the user "%s"', (user) => {
  const codes = '550 5.1.1 d M 1 2 3 Q no such user'
  expect(redactReply(codes, { user, password })).toBe(codes)
})

test('leaves the words of a server that repeats nothing as they are', () => {
  const reply =
    '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled'
  expect(redactReply(reply, credentials)).toBe(reply)
})

test('leaves the rest legible when a user or password has one letter', () => {
  expect(redactReply('550 a bad answer, b', { user: 'a', password: 'b' })).toBe(
    '550 *** bad answer, ***',
  )
})

test('shortens a long reply, and leaves no secret at the cut', () => {
  const words = redactReply(`550 ${'x '.repeat(94)}${password.repeat(300)}`, credentials)
  expect(words).toMatch(/^550 (x )+\*\*\*$/)
})
