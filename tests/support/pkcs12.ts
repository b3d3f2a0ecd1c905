import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A PKCS#12 file with a new P-256 key, made by openssl. */
export function pkcs12(password: string): { file: string; fingerprint: string } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-p12-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  openssl(
    'req',
    '-x509',
    ...curve,
    '-subj',
    '/CN=Trusted Example Ltd',
    '-keyout',
    at('key.pem'),
    '-out',
    at('certificate.pem'),
  )
  openssl(
    'pkcs12',
    '-export',
    '-inkey',
    at('key.pem'),
    '-in',
    at('certificate.pem'),
    '-out',
    at('documents.p12'),
    '-passout',
    `pass:${password}`,
  )
  const { fingerprint256 } = new X509Certificate(readFileSync(at('certificate.pem')))
  return {
    file: at('documents.p12'),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}
