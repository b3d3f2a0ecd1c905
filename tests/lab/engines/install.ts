import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { engines } from './installed.ts'

const packages = ['chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb', 'locales']
const missing = Object.entries(engines()).flatMap(([name, engine]) => (engine ? [] : [name]))

if (missing.length > 0) {
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  if (!canInstall) {
    console.error(
      `Missing: ${missing.join(', ')}. On Debian, install as root: ${packages.join(' ')}.`,
    )
    process.exit(1)
  }
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
  // Without it WebKit's language is "C", which no visitor has.
  run('localedef', '-i', 'en_GB', '-f', 'UTF-8', 'en_GB.UTF-8')
}

function run(command: string, ...words: string[]) {
  console.log(`> ${command} ${words.join(' ')}`)
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
