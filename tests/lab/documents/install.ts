import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const packages = { openssl: 'openssl', pdfsig: 'poppler-utils', qpdf: 'qpdf' }
const missing = Object.entries(packages).filter(
  ([command]) => spawnSync(command, ['--version']).error,
)

if (missing.length > 0) {
  const wanted = missing.map(([, name]) => name)
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    console.error(`Missing packages: ${wanted.join(', ')}`)
    process.exit(1)
  }
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', ...wanted)
}

function run(command: string, ...words: string[]) {
  console.log(`> ${command} ${words.join(' ')}`)
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
