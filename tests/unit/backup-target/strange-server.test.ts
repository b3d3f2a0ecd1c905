import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openPlace } from '#src/domain/backup-target/open-place.ts'

/** A place at a server that does not do as S3 does. */
async function placeAt(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
  return openPlace({
    target: { kind: 's3', bucket: 'copies', prefix: 'shop' },
    s3: { endpoint, region: 'eu-central-1', credentials },
    pause: 1,
  })
}

test('a page of words with status 200 is no empty bucket, and has removed nothing', async () => {
  const place = await placeAt((_, response) => response.end('<html>Please sign in</html>'))
  await expect(place.names('countersign-')).rejects.toThrow('does not answer as S3 does')
  await expect(place.remove('document-a.pdf')).rejects.toThrow('does not answer as S3 does')
})

test('a list without end is given up', async () => {
  const page =
    '<ListBucketResult><NextContinuationToken>a</NextContinuationToken></ListBucketResult>'
  const place = await placeAt((_, response) => response.end(page))
  await expect(place.names('countersign-')).rejects.toThrow('the same list again')
})

test('a file that sends no bytes is given up', async () => {
  const place = await placeAt((_, response) =>
    response.writeHead(206, { 'content-range': 'bytes 0-9/100' }).end(),
  )
  await expect(buffer(place.read('document-a.pdf'))).rejects.toThrow('gave nothing of')
})

test('an answer without end is not taken into memory', async () => {
  const piece = Buffer.alloc(1024 * 1024)
  const place = await placeAt((_, response) => {
    const more = () => response.destroyed || response.write(piece, () => setImmediate(more))
    more()
  })
  await expect(place.names('countersign-')).rejects.toThrow('the answer is too large')
})

test('the message of an error is one line of a length that a page can show', async () => {
  const message = `${'long '.repeat(10_000)}`
  const place = await placeAt((_, response) =>
    response
      .writeHead(403)
      .end(`<Error><Code>A\nB</Code><Message>turned \u202e\u0007${message}</Message></Error>`),
  )
  const error = await place.names('countersign-').catch((error: Error) => error)
  expect(String(error)).toMatch(/403 A B turned long long/)
  expect(String(error).length).toBeLessThan(400)
})
