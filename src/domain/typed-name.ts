import type { Save } from '#src/forms/save-payload.ts'
import { fontFiles, fontPath, handFile } from '#src/pdf/font-files.ts'
import { drawTypedName } from '#src/pdf/typed-signature.ts'
import { toDataUri } from '#src/security/signature-image.ts'

/** A save whose typed name has become the signature's image, the same kind that the pad makes (contract 5.7). */
export function withDrawnName(save: Save): Save {
  if (!save.typedName) return save
  const authSignature = toDataUri(drawTypedName(save.typedName, fonts()))
  return { ...save, fields: { ...save.fields, authSignature } }
}

const fonts = () => ({ hand: fontPath(handFile), plain: fontPath(fontFiles[2]) })
