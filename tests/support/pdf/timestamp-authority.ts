import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { workFolder } from './openssl.ts'

const config = `[tsa]
default_tsa = own
[own]
serial = serial.txt
crypto_device = builtin
signer_cert = authority.pem
signer_key = authority.key
signer_digest = sha256
digests = sha256
default_policy = 1.2.3.4.1
ess_cert_id_alg = sha256
[req]
distinguished_name = name
x509_extensions = extensions
prompt = no
[name]
CN = Test authority
[extensions]
extendedKeyUsage = critical,timeStamping
`

/** A timestamp authority (RFC 3161) made of the system's openssl, on a port of its own. */
export async function timestampAuthority() {
  const folder = workFolder({ 'tsa.cnf': config, 'serial.txt': '01' })
  const make = 'req -x509 -newkey rsa:2048 -nodes -days 2 -config tsa.cnf'
  const made = await folder.run(
    'openssl',
    ...make.split(' '),
    ...'-keyout authority.key -out authority.pem'.split(' '),
  )
  if (!made.ok) throw new Error(made.text)
  const queries: Buffer[] = []
  const server = await listen(async (request, response) => {
    const query = await buffer(request)
    queries.push(query)
    folder.write('query.tsq', query)
    const reply = 'ts -reply -queryfile query.tsq -out reply.tsr -config tsa.cnf'
    await folder.run('openssl', ...reply.split(' '))
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(folder.read('reply.tsr'))
  })
  return { ...server, queries, certificate: folder.read('authority.pem').toString() }
}

/** An HTTP server on a port of its own, on this machine only. */
export async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, close }
}
