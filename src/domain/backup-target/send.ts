import { checkManifest } from '#db/copy-manifest.ts'
import { outdated } from '#db/kept-copies.ts'
import { copyAtTarget } from './names.ts'
import { openPlace } from './open-place.ts'
import type { PlaceOptions } from './place.ts'
import { sealedCopy, sealedName } from './sealed-copy.ts'

/** What the process that sends a copy has to know. */
export type SendTask = PlaceOptions & {
  copy: string
  /** The public key to encrypt to; `null` leaves the copy readable. */
  recipient: string | null
  now: number
  /** False while the clock is doubted. */
  removeOld: boolean
}

/** `notRemoved` says why old copies stay at the target, if they could not be removed. */
export type Sent = { name: string; bytes: number; removed: number; notRemoved: string | null }

/**
 * Puts a checked copy to the target, reads it back, and removes copies there that are too old. A copy that is there
 * stays there when an old one cannot be removed.
 */
export async function sendCopy(task: SendTask): Promise<Sent> {
  const { copy, recipient, now, removeOld } = task
  await checkManifest(copy)
  const place = openPlace(task)
  const name = sealedName(copy, recipient)
  const { bytes } = await place.put(name, await sealedCopy(copy, recipient))
  const sent = { name, bytes, removed: 0, notRemoved: null }
  if (!removeOld) return sent
  try {
    const copies = (await place.names()).flatMap((name) => copyAtTarget(name) ?? [])
    const old = outdated(copies, now)
    for (const { name } of old) await place.remove(name)
    return { ...sent, removed: old.length }
  } catch (error) {
    return { ...sent, notRemoved: error instanceof Error ? error.message : String(error) }
  }
}
