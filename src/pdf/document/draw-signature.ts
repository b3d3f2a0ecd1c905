import { redrawSignature, type SignatureReading } from '#src/security/signature-image.ts'
import { drawTypedName } from './typed-signature.ts'

/** A signature of a typed name, or of a PNG from its pixels. */
export const drawSignature = (drawing: string | Uint8Array): SignatureReading =>
  redrawSignature(Buffer.from(typeof drawing === 'string' ? drawTypedName(drawing) : drawing))
