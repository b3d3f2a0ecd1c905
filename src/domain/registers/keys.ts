import { eq } from 'drizzle-orm'
import { registerKeys } from '#db/schema/integrations.ts'
import type { Writing } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { addJob } from '#src/domain/jobs/jobs.ts'
import type { RegisterName } from '#src/forms/integrations/registers.ts'
import { decrypt, encrypt } from '#src/security/encrypt.ts'

export type Credentials = { clientId: string; secret: string }

/** Returns `null` when no key is saved. */
export function credentialsOf({ db, keys }: Store, register: RegisterName): Credentials | null {
  const row = db.orm.select().from(registerKeys).where(eq(registerKeys.register, register)).get()
  if (!row) return null
  const secret = decrypt(keys, secretContext(register), row.secretSealed)
  return { clientId: row.clientId ?? '', secret }
}

export const encryptRegisterSecret = ({ keys }: Store, register: RegisterName, secret: string) =>
  encrypt(keys, secretContext(register), secret)

const secretContext = (register: RegisterName) => `register_keys|secret|${register}`

export const registersSet = ({ db }: Store): RegisterName[] =>
  db.orm
    .select({ register: registerKeys.register })
    .from(registerKeys)
    .orderBy(registerKeys.register)
    .all()
    .map(({ register }) => register)

export function queueLookUps(deps: Writing<Store>, application: string) {
  for (const register of registersSet(deps))
    addJob(deps, {
      queue: 'register',
      kind: register,
      data: {},
      application,
      dedupeKey: `register|${register}`,
    })
}
