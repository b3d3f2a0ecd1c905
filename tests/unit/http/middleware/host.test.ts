import { expect, test } from 'vitest'
import { ownHost } from '#src/http/middleware/host.ts'

const appUrl = 'https://trade.example.com:8443'
const isOwnHost = ownHost(appUrl)

test.each([
  undefined,
  'trade.example.com',
  'Trade.Example.com:80',
  'localhost',
  'localhost:3000',
  '[::1]:3000',
  '10.0.0.5',
  '[2001:db8::1]:443',
])('accepts a request to %s as one to this installation', (host) => {
  expect(isOwnHost(host)).toBe(true)
})

test.each([
  '',
  ':80',
  'other.example.com',
  'evil-trade.example.com',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'trade.example.com.',
  'trade.example.com@evil.example',
  'user@trade.example.com',
  'trade.example.com\\other',
  'trade.example .com',
  '[::1',
  'trade.example.com:many',
])('refuses a request to "%s" as one to another site', (host) => {
  expect(isOwnHost(host)).toBe(false)
})
