import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A secret that is nowhere by chance. */
export const canary = (name: string) => `canary-${name}-3f9c1e7b5a`

/** Something to look in, and what it is called. */
export type PlaceToLook = [name: string, bytes: Buffer]

/** Where the secrets stand, in words: as they are, in base64, in hexadecimal, and percent-encoded. */
export function hits(secrets: readonly string[], places: PlaceToLook[]): string[] {
  return secrets.flatMap((secret) => {
    const plain = Buffer.from(secret)
    const forms = [
      secret,
      plain.toString('base64').replace(/=+$/, ''),
      plain.toString('hex'),
      encodeURIComponent(secret),
    ]
    return places
      .filter(([, bytes]) => forms.some((form) => bytes.includes(form)))
      .map(([name]) => `${secret} in ${name}`)
  })
}

/** Every file below a folder. */
export const filesIn = (folder: string): PlaceToLook[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path)])
