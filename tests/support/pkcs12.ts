import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './folder.ts'

/** A PKCS#12 file made by openssl, with a new key, its certificate and the one of its issuer. */
export function pkcs12(
  password: string,
  key = 'ec -pkeyopt ec_paramgen_curve:P-256',
  ciphers = '',
): { file: string; bytes: Buffer; fingerprint: string; certificates: X509Certificate[] } {
  const folder = newFolder()
  const script = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=Authority -keyout ca.key -out ca.pem
    openssl req -newkey ${key} -nodes -subj '/CN=Trusted Example Ltd' -keyout own.key -out own.csr
    openssl x509 -req -in own.csr -CA ca.pem -CAkey ca.key -set_serial 7 -days 30 -out own.pem
    openssl pkcs12 -export ${ciphers} -inkey own.key -in own.pem -certfile ca.pem -passout "pass:$PASSWORD" -out own.p12`
  const env = { ...process.env, PASSWORD: password }
  execFileSync('sh', ['-ec', script], { cwd: folder, stdio: 'pipe', env })
  const certificates = ['own.pem', 'ca.pem'].map(
    (name) => new X509Certificate(readFileSync(join(folder, name))),
  )
  const file = join(folder, 'own.p12')
  const fingerprint = certificates[0]?.fingerprint256.replaceAll(':', '').toLowerCase() ?? ''
  return { file, bytes: readFileSync(file), fingerprint, certificates }
}
