import { expect, test } from 'vitest'
import { gatewayOf } from '#src/http/middleware/client-address.ts'

const head = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT'

test('reads the host of a container from its table of routes', () => {
  const local = 'eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0'
  const byDefault = 'eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\t0\t0\t0'
  expect(gatewayOf([head, local, byDefault].join('\n'))).toBe('172.17.0.1')
  const others = ['00000000', '010011ACFF', 'FF010011AC', '0100'].map((gateway) =>
    byDefault.replace('010011AC', gateway),
  )
  for (const line of [local, ...others]) expect(gatewayOf([head, line].join('\n'))).toBe(null)
  // the first line is the heading
  expect(gatewayOf(byDefault)).toBe(null)
})
