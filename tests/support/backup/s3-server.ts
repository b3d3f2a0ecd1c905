import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import { type Line, tcpProxy } from './tcp-proxy.ts'

/** The only access that the server knows. */
export const s3ServerKeys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

/** An S3 server that others wrote, with the bucket `copies`, behind a line that can be broken. */
export async function s3Server(): Promise<{ repository: string; line: Line }> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    // it reckons with another query than restic's client signs
    allowMismatchedSignatures: true,
    directory,
    configureBuckets: [{ name: 'copies' }],
  })
  const { port } = await server.run()
  const line = await tcpProxy(port)
  onTestFinished(async () => {
    await line.close()
    await server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return { repository: `s3:http://127.0.0.1:${line.port}/copies/shop`, line }
}
