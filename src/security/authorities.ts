import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import type { Env } from '#src/env.ts'

/** Beside the usual authorities, not instead of them. */
export const authoritiesOf = ({ SMTP_EXTRA_CA_FILE: file }: Pick<Env, 'SMTP_EXTRA_CA_FILE'>) =>
  file ? [...rootCertificates, readFileSync(file, 'utf8')] : null
