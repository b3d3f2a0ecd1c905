import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import type { Env } from '#src/env.ts'

/** The company's own authorities count beside the usual ones, not instead of them; `null` without any. */
export const authoritiesOf = ({ SMTP_EXTRA_CA_FILE: file }: Pick<Env, 'SMTP_EXTRA_CA_FILE'>) =>
  file ? [...rootCertificates, readFileSync(file, 'utf8')] : null
