import type { CustomersFile } from '#src/domain/customers/import-customers.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { importLimits, importTexts } from '#src/forms/customers/customers.ts'
import type { Ctx } from '#src/http/context.ts'
import { readMultipart } from './multipart.ts'

/** What the form adds around its file, in bytes, at most. */
const framing = 16 * 1024

/**
 * The file of a posted form, whose texts go into `form`. Throws 415, 408 and 400; refuses 'too-large' and 'invalid' (no
 * file, several).
 */
export async function readPostedCustomers(c: Ctx, form: URLSearchParams): Promise<CustomersFile> {
  const files: { name: string; parts: Uint8Array[] }[] = []
  await readMultipart(c, {
    limits: { files: 2, fields: 8, fieldSize: 4096, parts: 10, headerPairs: 20 },
    largest: importLimits.bytes + framing,
    tooLarge: refused('too-large', importTexts.tooLarge),
    onFile: (stream, name) => {
      const parts: Uint8Array[] = []
      files.push({ name, parts })
      stream.on('data', (bytes: Uint8Array) => parts.push(bytes))
    },
    onField: (name, value) => form.append(name, value),
  })
  const [file, ...more] = files
    .map(({ name, parts }) => ({ name, bytes: Buffer.concat(parts) }))
    .filter(({ name, bytes }) => name !== '' || bytes.length > 0)
  if (!file) throw refused('invalid', importTexts.none)
  if (more.length > 0) throw refused('invalid', importTexts.several)
  if (file.bytes.length > importLimits.bytes) throw refused('too-large', importTexts.tooLarge)
  // the session may have ended while the file arrived
  c.var.recheck?.()
  return file
}

const refused = (kind: 'invalid' | 'too-large', message: string) =>
  new Refusal(kind, message, { errors: { file: message } })
