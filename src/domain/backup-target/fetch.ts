import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freeBytes } from '#db/free-space.ts'
import { checkIdentity, decrypted } from './age.ts'
import { type CopyAtTarget, copyAtTarget } from './names.ts'
import { openPlace } from './open-place.ts'
import type { PlaceOptions } from './place.ts'

const mebibyte = 1024 * 1024

/** Every copy at a target, oldest first. */
export async function copiesAt(options: PlaceOptions): Promise<CopyAtTarget[]> {
  const names = await openPlace(options).names('countersign-')
  return names
    .flatMap((name) => copyAtTarget(name) ?? [])
    .toSorted((one, other) => one.madeAt - other.madeAt)
}

/**
 * Brings a copy from the target into a folder, opened, and returns its path. The key is asked for only when the copy is
 * encrypted. Throws when a byte was changed.
 */
export async function fetchCopy(
  options: PlaceOptions,
  { name, folder, askIdentity, leaveFree = 0 }: FetchRequest,
): Promise<{ path: string }> {
  const copy = copyAtTarget(name)
  if (!copy) throw new Error(`${name} is not the name of a copy`)
  const identity = copy.encrypted ? await askIdentity() : null
  if (identity !== null) checkIdentity(identity)
  // the next start removes it if this process is killed
  const path = join(folder, `${copy.local}.partial`)
  const sealed = Readable.toWeb(
    Readable.from(openPlace(options).read(name), { objectMode: false }),
  ) as ReadableStream<Uint8Array>
  try {
    const packed = identity === null ? sealed : await decrypted(sealed, identity)
    const bytes = packed.pipeThrough(new DecompressionStream('gzip') as never)
    await pipeline(
      Readable.fromWeb(bytes as never),
      (chunks: AsyncIterable<Buffer>) => whileFree(chunks, folder, leaveFree),
      createWriteStream(path, { mode: 0o600 }),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw inWords(name, error)
  }
  return { path }
}

/** The private key opens other copies, or none. */
export class WrongIdentity extends Error {}

/** A copy that is cut or was changed, or could not be fetched. */
export class UnusableCopy extends Error {}

function inWords(name: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return reason.includes('no identity matched')
    ? new WrongIdentity(`The private key does not open ${name}: it is encrypted to another one`)
    : new UnusableCopy(`${name} could not be fetched and opened: ${reason}`)
}

/** A copy may be larger than what is here, and anybody who writes to the target can make one that grows a thousandfold. */
async function* whileFree(chunks: AsyncIterable<Buffer>, folder: string, leaveFree: number) {
  let unchecked = 0
  for await (const chunk of chunks) {
    unchecked += chunk.byteLength
    if (unchecked >= 8 * mebibyte) {
      unchecked = 0
      if (freeBytes(folder) < leaveFree)
        throw new Error(`less than ${leaveFree / mebibyte} MiB would stay free in ${folder}`)
    }
    yield chunk
  }
}

export type FetchRequest = {
  name: string
  folder: string
  /** The private key, as `age-keygen` writes it. */
  askIdentity: () => Promise<string> | string
  /** Bytes that stay free on the disk of the folder, or the copy is given up. */
  leaveFree?: number
}
