import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decrypted } from './age.ts'
import { copyAtTarget } from './names.ts'
import { openPlace } from './open-place.ts'
import type { PlaceOptions } from './place.ts'

/**
 * Brings a copy from the target into a folder, opened; without a name the newest. Returns its name and where it is. The
 * key is asked for only when the copy is encrypted. Throws when a byte was changed.
 */
export async function fetchCopy(
  options: PlaceOptions,
  { name, folder, askIdentity }: FetchRequest,
): Promise<{ name: string; path: string }> {
  const place = openPlace(options)
  const copies = (await place.names('countersign-'))
    .flatMap((found) => copyAtTarget(found) ?? [])
    .sort((a, b) => a.madeAt - b.madeAt)
  const copy = name === null ? copies.at(-1) : copies.find((found) => namesOf(found).includes(name))
  if (!copy) throw new Error(name === null ? 'There is no copy there' : `There is no ${name} there`)
  // the next start removes it if this process is killed
  const path = join(folder, `${copy.local}.partial`)
  const sealed = Readable.toWeb(
    Readable.from(place.read(copy.name), { objectMode: false }),
  ) as ReadableStream<Uint8Array>
  const packed = copy.encrypted ? await decrypted(sealed, await askIdentity()) : sealed
  const bytes = packed.pipeThrough(new DecompressionStream('gzip') as never)
  try {
    await pipeline(Readable.fromWeb(bytes as never), createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { name: copy.name, path }
}

export type FetchRequest = {
  name: string | null
  folder: string
  /** The private key, as `age-keygen` writes it. */
  askIdentity: () => Promise<string>
}

const namesOf = ({ name, local }: { name: string; local: string }) => [name, local]
