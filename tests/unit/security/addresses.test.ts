import { describe, expect, test } from 'vitest'
import {
  addressClass,
  isIn,
  isLoopback,
  readNetwork,
  readNetworks,
} from '#src/security/addresses.ts'

describe('a network', () => {
  test.each([
    ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3'], ['11.0.0.0', '9.9.9.9']],
    ['10.1.2.3', ['10.1.2.3'], ['10.1.2.2']],
    ['2001:db8::/32', ['2001:db8:ffff::1'], ['2001:db9::', '32.1.13.184']],
    ['2001:db8::/120', ['2001:db8::7'], ['2001:db8::100', '2001:db8:1::']],
    ['2001:db8::7', ['2001:db8:0::7'], ['2001:db8::6', '2001:db8::']],
    ['::ffff:10.0.0.0/104', ['10.7.7.7'], ['11.0.0.1']],
    ['::ffff:0.0.0.0/96', ['203.0.113.9'], ['2001:db8::1']],
    ['::ffff:0.0.0.0/90', ['::ffc0:a00:1'], ['10.0.0.1']],
  ])('finds in the network %s the addresses %j and not %j', (network, inside, outside) => {
    const networks = readNetworks([network])
    expect(inside.filter((address) => !isIn(networks, address))).toEqual([])
    expect(outside.filter((address) => isIn(networks, address))).toEqual([])
  })

  test('accepts several networks', () => {
    const networks = readNetworks(['10.0.0.0/8', '2001:db8::/32'])
    expect(isIn(networks, '10.1.2.3')).toBe(true)
    expect(isIn(networks, '2001:db8::1')).toBe(true)
  })

  test.each([
    '',
    'nobody',
    '10.0.0.0/33',
    '10.0.0.0/x',
    '2001:db8::/129',
    '10.1/16',
    '/8',
    '0x0a000001',
  ])('refuses %j as a network, which contains nothing', (text) => {
    expect(readNetwork(text)).toBeNull()
    expect(isIn(readNetworks([text, '192.0.2.0/24']), '10.0.0.1')).toBe(false)
    expect(isIn(readNetworks(['0.0.0.0/0', '::/0']), text)).toBe(false)
  })
})

test.each([
  ['localhost', true],
  ['[::1]', true],
  ['127.10.20.130', true],
  ['127.0.0.1.example.com', false],
  ['10.127.0.0.1', false],
  ['127.0.0', false],
  ['localhost.example.com', false],
])('says whether the host %s is this machine: %s', (host, own) => {
  expect(isLoopback(host)).toBe(own)
})

test('refuses to connect to a name', () => {
  expect(addressClass('mail.example.com')).toBe('refused')
  expect(addressClass('')).toBe('refused')
})
