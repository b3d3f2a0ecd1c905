import { parseArgs } from 'node:util'
import { transact } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import { signInsOf } from '#src/domain/audit/events.ts'
import { signOutEverybody, signOutEverywhere } from '#src/domain/maintenance/revoked-sessions.ts'
import {
  changeRole,
  createAdmin,
  disableAdmin,
  findAdminByName,
  listAdmins,
  resetAdmin,
} from '#src/domain/staff/admins.ts'
import { providerRow } from '#src/domain/staff/identity-provider.ts'
import {
  isSecondFactorRequired,
  storeSecondFactorRequired,
} from '#src/domain/staff/required-second-factor.ts'
import { type Role, readRole, roles } from '#src/forms/admin/roles.ts'
import { newReference } from '#src/security/tokens.ts'
import { type Command, type Terminal, UsageError } from './command.ts'

export const admin: Command = {
  usage: [
    'admin create NAME [--random] [--role ROLE]     asks for a password, or prints a random one; ROLE as below',
    'admin role NAME ROLE                           viewer (reads), reviewer (decides too) or administrator (all)',
    'admin reset NAME [--random] [--drop-two-step]  sets a new password, ends every session, reopens the account',
    'admin disable NAME                             closes the account and ends its sessions',
    'admin sign-out NAME                            ends the sessions of an account',
    'admin sign-out --all                           signs everybody out, customers too',
    'admin second-factor optional                   no longer requires a second factor of everybody',
    'admin sign-ins NAME                            lists the last 50 sign-ins, failed sign-ins and sign-outs',
    'admin list',
  ],
  async run(store, terminal, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        random: { type: 'boolean' },
        role: { type: 'string' },
        'drop-two-step': { type: 'boolean' },
        all: { type: 'boolean' },
      },
    })
    const [action = '', name, ...rest] = positionals
    if (values.role !== undefined && action !== 'create')
      throw new UsageError('--role goes with "admin create"; "admin role" changes a role')
    if (action === 'list' && name === undefined) return list(store, terminal)
    if (action === 'second-factor' && name === 'optional' && rest.length === 0)
      return makeOptional(store, terminal)
    if (action === 'role' && name && rest.length === 1)
      return setRole(store, terminal, name, roleOf(rest[0]))
    if (action === 'sign-out' && values.all && name === undefined)
      return terminal.say(`${signOutEverybody(store)} sessions were ended.`)
    if (!name || rest.length > 0 || values.all)
      throw new UsageError('admin needs an action and one user name')
    const random = values.random ?? false
    if (action === 'sign-ins') return listSignIns(store, terminal, name)
    if (action === 'create') {
      const role = roleOf(values.role ?? 'administrator')
      const password = await passwordFor(terminal, name, random)
      await createAdmin(store, operator, { username: name, password, role })
      terminal.say(`The account "${name}" was created. Role: ${role}.`)
      if (random) show(terminal, name, password)
    } else if (action === 'reset') {
      const dropSecondFactor = values['drop-two-step'] ?? false
      const password = await passwordFor(terminal, name, random)
      await resetAdmin(store, operator, name, { password, dropSecondFactor })
      terminal.say(`The account "${name}" has a new password, and every session was ended.`)
      if (random) show(terminal, name, password)
    } else if (action === 'disable') {
      disableAdmin(store, operator, name)
      terminal.say(`The account "${name}" is closed.`)
    } else if (action === 'sign-out') {
      const ended = signOutEverywhere(store, name)
      terminal.say(ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`)
    } else throw new UsageError(`There is no "admin ${action}"`)
  },
}

const operator = { kind: 'system' } as const

function roleOf(word = ''): Role {
  const role = readRole(word)
  if (!role) throw new UsageError(`The roles are ${roles.join(', ')}`)
  return role
}

function setRole(store: Store, { say }: Terminal, name: string, role: Role) {
  changeRole(store, operator, name, role)
  say(`The account "${name}" now has the role ${role}.`)
}

function makeOptional(store: Store, { say }: Terminal) {
  const changed = transact(store, (tx) => storeSecondFactorRequired(tx, operator, false))
  say(
    changed
      ? 'A second factor is no longer required.'
      : 'A second factor is not required. Nothing was changed.',
  )
}

async function passwordFor(terminal: Terminal, name: string, random: boolean): Promise<string> {
  if (random) return `${newReference()}-${newReference()}`
  return terminal.askSecret(`Password for ${name} (at least 12 characters): `)
}

const show = ({ say }: Terminal, name: string, password: string) =>
  say(`Password for ${name}, shown only once: ${password}`)

function listSignIns(store: Store, { say }: Terminal, name: string) {
  const username = findAdminByName(store, name)?.username
  if (!username) throw new UsageError(`There is no account "${name}"`)
  const signIns = signInsOf(store, username, mostSignIns)
  if (signIns.length === 0) say(`No sign-in of "${username}" is recorded.`)
  for (const { at, action, address } of signIns)
    say(`${new Date(at).toISOString()}  ${action}${address ? ` from ${address}` : ''}`)
}

const mostSignIns = 50

function list(store: Store, { say }: Terminal) {
  const accounts = listAdmins(store)
  if (accounts.length === 0) say('There is no administrator.')
  const provider = providerRow(store)
  for (const account of accounts) {
    const { username, role, createdAt, disabledAt, totpSecretSealed } = account
    const marks = [
      role,
      `since ${new Date(createdAt).toISOString().slice(0, 10)}`,
      ...(totpSecretSealed ? ['two-step sign-in'] : []),
      ...(account.passwordHash ? [] : ['no password']),
      ...(provider && account.keepsPassword ? ['emergency account'] : []),
      ...(disabledAt === null ? [] : ['closed']),
    ]
    say(`${username}  (${marks.join(', ')})`)
  }
  if (isSecondFactorRequired(store)) say('A second factor is required for everybody.')
  if (provider?.isRequired) say('Passwords open emergency accounts only.')
}
