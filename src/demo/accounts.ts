import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { createPasswordToken, setClientPassword } from '#src/domain/clients/client-links.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { noAddress } from '#src/domain/sign-in/passwords.ts'
import { createAdmin, findAdminByName } from '#src/domain/staff/admins.ts'

export const demoCompany = 'Harbour Test Supplies Ltd'

export function saveDemoCompany(deps: Deps, admin: Admin) {
  const { legal: _, version, ...facts } = companyOf(deps)
  if (version > 0) return
  const details = {
    registeredAddress: 'Unit 1, Example Quay\nHarbour Road\nTestport EX1 1AA',
    companyNumber: '00000001',
    telephone: '020 7946 0100',
  }
  saveCompany(deps, admin, { ...facts, ...details }, version)
}

const newPassword = () => randomBytes(12).toString('base64url')

export async function demoAdmin(deps: Deps): Promise<Admin> {
  const username = deps.env.ADMIN_USERNAME ?? 'demo'
  let account = findAdminByName(deps, username)
  if (!account) {
    const password = deps.env.ADMIN_PASSWORD ?? newPassword()
    account = await createAdmin(
      deps,
      { kind: 'system' },
      { username, password, fullName: 'Dana Sample' },
    )
    note(deps, `Administrator  ${deps.env.APP_URL}/admin  ${username}  ${password}`)
  }
  const { id, username: name, role } = account
  return { kind: 'admin', id, username: name, role, sessionHash: '' }
}

export async function demoClient(deps: Deps) {
  if (readSignIns(deps).includes('/client-login')) return
  const client = deps.db.orm
    .select({ id: clients.id, email: clients.email })
    .from(clients)
    .innerJoin(applications, eq(applications.seq, clients.application))
    .where(and(eq(applications.status, 'approved'), isNull(clients.passwordHash)))
    .orderBy(desc(applications.seq))
    .get()
  if (!client) return
  const password = newPassword()
  const fields = { token: createPasswordToken(deps, client.id), password }
  await setClientPassword(deps, fields, noAddress)
  note(deps, `Customer       ${deps.env.APP_URL}/client-login  ${client.email}  ${password}`)
}

export const readSignIns = (deps: Deps): string =>
  existsSync(fileOf(deps)) ? readFileSync(fileOf(deps), 'utf8') : ''

const fileOf = ({ env }: Deps) => join(env.DATA_DIR, 'demo-sign-ins.txt')

const note = (deps: Deps, line: string) =>
  writeFileSync(fileOf(deps), `${readSignIns(deps)}${line}\n`, { mode: 0o600 })
