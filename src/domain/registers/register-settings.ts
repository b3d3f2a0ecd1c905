import { eq } from 'drizzle-orm'
import { registerKeys } from '#db/schema/integrations.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { refuseEndedSession } from '#src/domain/staff/admin-sessions.ts'
import { type RegisterName, registerLabels } from '#src/forms/integrations/registers.ts'
import { type Credentials, encryptRegisterSecret, registersSet } from './keys.ts'

export function saveRegisterKey(
  deps: Deps,
  actor: Admin,
  register: RegisterName,
  { clientId, secret }: Credentials,
) {
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'settings')
    const row = {
      register,
      clientId: clientId || null,
      secretSealed: encryptRegisterSecret(tx, register, secret),
    }
    tx.db.orm
      .insert(registerKeys)
      .values(row)
      .onConflictDoUpdate({ target: registerKeys.register, set: row })
      .run()
    recordEvent(tx, actor, { action: 'register key saved', changes: [changeOf(register)] })
  })
}

export function removeRegisterKey(deps: Deps, actor: Admin, register: RegisterName) {
  transact(deps, (tx) => {
    refuseEndedSession(tx, actor, 'settings')
    if (!registersSet(tx).includes(register)) return
    tx.db.orm.delete(registerKeys).where(eq(registerKeys.register, register)).run()
    recordEvent(tx, actor, { action: 'register key removed', changes: [changeOf(register)] })
  })
}

const changeOf = (register: RegisterName) => ({
  field: 'register',
  before: null,
  after: registerLabels[register],
})
