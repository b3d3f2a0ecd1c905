import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { Encrypter } from 'age-encryption'

/** The name of a copy at the target: compressed, and encrypted when there is a recipient. */
export const sealedName = (copy: string, recipient: string | null) =>
  `${basename(copy)}.gz${recipient ? '.age' : ''}`

/** The bytes of a copy as they go to the target. `age -d -i IDENTITY FILE | gunzip` opens them. */
export async function sealedCopy(
  copy: string,
  recipient: string | null,
): Promise<AsyncIterable<Uint8Array>> {
  const file = Readable.toWeb(createReadStream(copy)) as ReadableStream<BufferSource>
  const packed: ReadableStream<Uint8Array> = file.pipeThrough(new CompressionStream('gzip'))
  if (!recipient) return Readable.fromWeb(packed as never)
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Readable.fromWeb((await encrypter.encrypt(packed)) as never)
}
