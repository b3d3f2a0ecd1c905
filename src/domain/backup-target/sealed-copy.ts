import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { encrypted } from './age.ts'

/** The name of a copy at the target: compressed, and encrypted when there are recipients. */
export const sealedName = (copy: string, recipients: string[]) =>
  `${basename(copy)}.gz${recipients.length > 0 ? '.age' : ''}`

/** The bytes of a copy as they go to the target. `age -d -i IDENTITY FILE | gunzip` opens them. */
export async function sealedCopy(
  copy: string,
  recipients: string[],
): Promise<AsyncIterable<Uint8Array>> {
  const file = Readable.toWeb(createReadStream(copy)) as ReadableStream<BufferSource>
  const packed: ReadableStream<Uint8Array> = file.pipeThrough(new CompressionStream('gzip'))
  return Readable.fromWeb((await encrypted(packed, recipients)) as never)
}
