import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'
import { type Line, tcpProxy } from './tcp-proxy.ts'

/** The only access that the server knows. */
export const s3ServerKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An S3 server that others wrote, with the bucket `copies`, behind a line that can be broken. */
export async function s3Server(): Promise<{
  endpoint: string
  line: Line
  place: (more?: Partial<NonNullable<PlaceOptions['s3']>>, bucket?: string) => PlaceOptions
}> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
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
  const endpoint = `http://127.0.0.1:${line.port}`
  return {
    endpoint,
    line,
    place: (more = {}, bucket = 'copies') => ({
      target: { kind: 's3', bucket, prefix: 'shop/one' },
      s3: { endpoint, region: 'eu-central-1', credentials: s3ServerKeys, ...more },
      pause: 1,
    }),
  }
}
