import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { and, gte, lt } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import { decrypted } from '#src/domain/backup-target/age.ts'
import { documentAtTarget } from '#src/domain/backup-target/names.ts'
import type { Place } from '#src/domain/backup-target/place.ts'
import { largestSealed } from '#src/pdf/seal/check-seal.ts'
import { UnusableDocument } from './read-document.ts'

/** The file of a sealed document, to be read when its turn comes. */
export type DocumentFile = {
  /** What it is called to the operator. */
  path: string
  read: () => Promise<Buffer>
}

/** Returns the private key of the second place. It is asked for when the first encrypted file is read. */
export type AskIdentity = () => Promise<string>

/** The names of files that may be sealed documents, and whether they are encrypted. */
const pdf = /\.pdf(\.age)?$/i

/** A file, or every PDF in a folder and its sub-folders, encrypted ones too. */
export function filesAt(path: string, askIdentity: AskIdentity): DocumentFile[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [fileAt(path, askIdentity)]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && pdf.test(entry.name))
    .map((entry) => fileAt(join(entry.parentPath, entry.name), askIdentity))
}

/** Every document at a place. */
export async function filesAtPlace(
  place: Place,
  location: string,
  askIdentity: AskIdentity,
): Promise<DocumentFile[]> {
  const found = (await place.names('document-')).flatMap((name) => documentAtTarget(name) ?? [])
  return found.map(({ name }) => {
    const read = () => contentOf(place.read(name)).catch(refusedThere)
    return { path: `${location}/${name}`, read: opened(name, read, askIdentity) }
  })
}

/** A file that the server refuses holds up no other. An outage ends the command, which can be repeated. */
function refusedThere(error: unknown): never {
  const isRefused =
    error instanceof Error && Number(error.cause) >= 400 && Number(error.cause) < 500
  throw isRefused ? new UnusableDocument(`It could not be fetched: ${error.message}.`) : error
}

const fileAt = (path: string, askIdentity: AskIdentity): DocumentFile => ({
  path,
  read: opened(path, async () => contentOfFile(path), askIdentity),
})

/** Whether a document is here, erased or not, by the hash in its name; false for a file with another name. */
export function isHere({ db }: Pick<Deps, 'db'>, { path }: DocumentFile): boolean {
  const named = documentAtTarget(basename(path))
  if (!named) return false
  const { sha256 } = documents
  return (
    db.orm
      .select({ id: documents.id })
      .from(documents)
      // 'g' comes after every hexadecimal digit
      .where(and(gte(sha256, named.sha256), lt(sha256, `${named.sha256}g`)))
      .get() !== undefined
  )
}

function opened(name: string, read: () => Promise<Buffer>, askIdentity: AskIdentity) {
  if (!name.toLowerCase().endsWith('.age')) return read
  return async () => {
    const sealed = await read()
    const identity = await askIdentity()
    try {
      return await buffer(await decrypted(new Blob([new Uint8Array(sealed)]).stream(), identity))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new UnusableDocument(
        reason.includes('no identity matched')
          ? 'It is encrypted to another key.'
          : `It could not be decrypted: ${reason}.`,
      )
    }
  }
}

/** A folder, a pipe or a huge file is not read. */
function contentOfFile(path: string): Buffer {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) throw new UnusableDocument('There is no such file or folder.')
  if (!stats.isFile()) throw new UnusableDocument('This is not a file.')
  if (stats.size > largest) throw new UnusableDocument(tooLarge)
  return readFileSync(path)
}

async function contentOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.byteLength
    if (size > largest) throw new UnusableDocument(tooLarge)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** What age adds is less. */
const largest = largestSealed + 64 * 1024
const tooLarge = 'The file is larger than 32 MB.'
