import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's packages by a program of theirs. Without WebKit's own language it would have "C", which no visitor has. */
const wanted: Record<string, Record<string, string[]>> = {
  engines: {
    '/usr/bin/chromium': ['chromium'],
    '/usr/bin/firefox-esr': ['firefox-esr'],
    '/usr/bin/WebKitWebDriver': ['webkit2gtk-driver', 'xvfb', 'locales'],
  },
  documents: {
    '/usr/bin/openssl': ['openssl'],
    '/usr/bin/pdfsig': ['poppler-utils'],
    '/usr/bin/qpdf': ['qpdf'],
  },
  opinions: { '/usr/bin/java': ['default-jre-headless'] },
}

/** `node install.ts engines` installs what the journeys need and this machine does not have; on Debian, as root. */
const missing = Object.entries(wanted[process.argv[2] ?? ''] ?? {}).flatMap(([path, packages]) =>
  existsSync(path) ? [] : packages,
)
if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    console.error(`Install first, as root: apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', ...missing)
  if (missing.includes('locales')) run('localedef', '-i', 'en_GB', '-f', 'UTF-8', 'en_GB.UTF-8')
}

function run(command: string, ...words: string[]) {
  const { status } = spawnSync(command, words, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
