import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'

/** A folder on another disk. It is never created: without its mount, copies would go to the first disk. */
export function folderPlace(folder: string): Place {
  return {
    async put(name, bytes) {
      await mustExist(folder)
      const path = join(folder, name)
      const draft = `${path}.partial`
      try {
        const written = await write(draft, bytes)
        if ((await hashOf(draft)) !== written.hash)
          throw new Error(`${name} was read back from ${folder} with other bytes than were written`)
        await rename(draft, path)
        await sync(folder)
        return { bytes: written.size }
      } finally {
        await rm(draft, { force: true })
      }
    },
    read: (name) => createReadStream(join(folder, name)),
    async names(prefix) {
      await mustExist(folder)
      return (await readdir(folder)).filter(
        (name) => name.startsWith(prefix) && !name.endsWith('.partial'),
      )
    },
    async remove(name) {
      await mustExist(folder)
      await rm(join(folder, name), { force: true })
    },
    async removeUnfinished(prefix) {
      await mustExist(folder)
      for (const name of await readdir(folder))
        if (name.startsWith(prefix) && name.endsWith('.partial'))
          await rm(join(folder, name), { force: true })
    },
  }
}

async function mustExist(folder: string) {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder}: is its disk mounted?`)
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'w', 0o600)
  try {
    for await (const chunk of bytes) {
      hash.update(chunk)
      size += chunk.byteLength
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { hash: hash.digest('hex'), size }
}

async function hashOf(path: string) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

async function sync(folder: string) {
  const opened = await open(folder, 'r')
  await opened.sync()
  await opened.close()
}
