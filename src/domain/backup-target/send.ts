import { checkManifest } from '#db/copy-manifest.ts'
import { kept, outdated } from '#db/kept-copies.ts'
import { copyAtTarget, documentAtTarget } from './names.ts'
import { openPlace } from './open-place.ts'
import type { PlaceOptions } from './place.ts'
import { sealedCopy, sealedName } from './sealed-copy.ts'

/** What the process that sends a copy has to know. */
export type SendTask = PlaceOptions & {
  copy: string
  /** The public keys to encrypt to; without any the copy stays readable. */
  recipients: string[]
  now: number
  /** False while the clock is doubted. */
  removeOld: boolean
}

/** `notRemoved` says why old copies stay at the target, if they could not be removed. */
export type Sent = { name: string; bytes: number; removed: number; notRemoved: string | null }

/**
 * Puts a checked copy to the target, reads it back, and removes copies and documents there that are too old. A copy
 * that is there stays there when an old one cannot be removed.
 */
export async function sendCopy(task: SendTask): Promise<Sent> {
  const { copy, recipients, now, removeOld } = task
  await checkManifest(copy)
  const place = openPlace(task)
  await place.removeUnfinished('countersign-')
  const name = sealedName(copy, recipients)
  const { bytes } = await place.put(name, await sealedCopy(copy, recipients))
  const sent = { name, bytes, removed: 0, notRemoved: null }
  if (!removeOld) return sent
  try {
    const copies = (await place.names('countersign-')).flatMap((name) => copyAtTarget(name) ?? [])
    const documents = (await place.names('document-')).flatMap(
      (name) => documentAtTarget(name) ?? [],
    )
    // the copy that has just arrived holds these documents
    const outlived = documents.filter(({ sealedAt }) => now >= sealedAt + kept.longest)
    const old = [...outdated(copies, now), ...outlived]
    for (const { name } of old) await place.remove(name)
    return { ...sent, removed: old.length }
  } catch (error) {
    return { ...sent, notRemoved: error instanceof Error ? error.message : String(error) }
  }
}
