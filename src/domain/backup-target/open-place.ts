import { folderPlace } from './folder-place.ts'
import type { Place, PlaceOptions } from './place.ts'
import { s3Place } from './s3-place.ts'

/** Opens a target. Throws when credentials are missing. */
export function openPlace({ target, s3, pause, signal }: PlaceOptions): Place {
  if (target.kind === 'folder') return folderPlace(target.path)
  if (!s3) throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing')
  return s3Place(target, s3, pause, signal)
}
