import { parseArgs } from 'node:util'
import { revokeAdminSessions, revokeClientSessions } from '#src/domain/accounts/revoked-sessions.ts'
import { type Command, UsageError } from './command.ts'

/** `sessions revoke`: signs people out. */
export const sessions: Command = {
  usage: [
    'sessions revoke --all              signs everybody out, administrators and customers',
    'sessions revoke --admin NAME       signs one administrator out',
    'sessions revoke --client ADDRESS   signs one customer out, by sign-in address',
  ],
  run(store, terminal, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: 'boolean' }, admin: { type: 'string' }, client: { type: 'string' } },
    })
    const { all, admin, client } = values
    const given = [all, admin, client].filter((value) => value !== undefined)
    if (positionals.join(' ') !== 'revoke' || given.length !== 1)
      throw new UsageError('sessions revoke needs one of --all, --admin NAME, --client ADDRESS')
    const ended =
      (client === undefined ? revokeAdminSessions(store, admin ?? null) : 0) +
      (admin === undefined ? revokeClientSessions(store, client ?? null) : 0)
    terminal.say(ended === 1 ? '1 session was ended.' : `${ended} sessions were ended.`)
  },
}
