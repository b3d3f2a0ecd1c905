import { parseArgs } from 'node:util'
import { canVacuum, mostByDay, vacuum } from '#db/vacuum.ts'
import { isServed } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { forgetBackupsFrom, lastDayOf, ownSnapshots } from '#src/domain/backup/off-site.ts'
import { repositoryName } from '#src/domain/backup/restic.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { copiesFrom, dayOf, lastErasure } from '#src/domain/privacy/erased-copies.ts'
import { findPerson } from '#src/domain/privacy/person.ts'
import { exportPerson, recordExport } from '#src/domain/privacy/person-export.ts'
import { type Command, type Terminal, UsageError, untilStopped } from './command.ts'

export const person: Command = {
  usage: [
    'person export ADDRESS|REFERENCE          prints all data about a person, as JSON',
    'person erase ADDRESS|REFERENCE [--yes]   erases a person for good; without --yes lists what would be erased',
    'person backups [--forget]                lists the backups that still contain an erased person; --forget removes the off-site ones',
  ],
  async run(store, terminal, args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { yes: { type: 'boolean' }, forget: { type: 'boolean' } },
    })
    const [verb, who = '', ...rest] = positionals
    const takesPerson = verb === 'export' || verb === 'erase'
    if (rest.length > 0 || takesPerson !== (who !== '') || (!takesPerson && verb !== 'backups'))
      throw new UsageError(
        'person takes export or erase with an address or a reference, or backups',
      )
    if (verb === 'backups') return backups(store, terminal, values.forget ?? false)
    if (verb === 'erase') return erase(store, terminal, who, values.yes ?? false)
    const data = exportPerson(store, who)
    if (!data) throw new Error(`There is no data about ${who}.`)
    recordExport(store, who)
    terminal.say(JSON.stringify(data, null, 2))
  },
}

async function erase(store: Store, terminal: Terminal, who: string, isMeant: boolean) {
  const { say } = terminal
  const { applications, mentions } = findPerson(store, who)
  if (applications.length === 0 && mentions.length === 0)
    throw new Error(`There is no data about ${who}.`)
  for (const { id, businessName, status } of applications)
    say(`${id}  ${businessName ?? 'no name yet'} (${status})`)
  for (const { application, fields } of mentions) say(`${application}  ${wordsOf(fields)}`)
  if (!isMeant) {
    say(
      applications.length > 0
        ? 'With --yes these applications, their accounts, signatures and emails are erased for good.'
        : 'With --yes emails to this address are erased for good, and a link to sign that was sent to it ends.',
    )
    return
  }
  const { erased } = await erasePerson(store, who)
  say(`${erased.length} erased.`)
  await rewrite(store, terminal)
  await backups(store, terminal, false)
}

function wordsOf(fields: string[]): string {
  const contacts = fields.filter((field) => field !== 'signerEmail')
  return [
    ...(fields.length > contacts.length ? ['was to be signed by the reader of this address'] : []),
    ...(contacts.length > 0
      ? [`names the address as ${contacts.join(', ')}: an administrator edits that`]
      : []),
  ].join('; ')
}

async function rewrite(store: Store, { say }: Terminal) {
  const { db, env } = store
  if (!canVacuum(db, mostByDay))
    say(
      'The database is large, or the disk nearly full. Until the server rewrites the file at three in the morning, traces of the person may be left in its unused parts.',
    )
  else if (isServed(env.DATA_DIR))
    say(
      'The server rewrites its database within five minutes, so that no trace of the person is left in it.',
    )
  else await vacuum(db)
}

async function backups(store: Store, { say }: Terminal, isForgotten: boolean) {
  const { env, now } = store
  const erased = lastErasure(store)
  if (erased === null) return say('Nobody was erased.')
  if (isForgotten) {
    if (!env.BACKUP_REPOSITORY) throw new Error('BACKUP_REPOSITORY is not set')
    const forgotten = await untilStopped((stopping) => forgetBackupsFrom(store, erased, stopping))
    say(`${forgotten} off-site backups were removed after a new one was made.`)
  }
  const snapshots = await snapshotsFrom(store, erased).catch((error) => {
    say(`The backups in ${repositoryName(env)} cannot be listed: ${error.message}`)
    return []
  })
  const copies = [...copiesFrom(env, erased, now()), ...snapshots]
  if (copies.length === 0) return
  say('These backups still contain the person:')
  for (const copy of copies) say(`  ${copy}`)
  if (snapshots.length > 0) say('"person backups --forget" removes the off-site ones at once.')
  say('Delete any copies that you keep elsewhere yourself.')
}

async function snapshotsFrom(store: Store, before: number): Promise<string[]> {
  const { env } = store
  if (!env.BACKUP_REPOSITORY) return []
  const snapshots = await untilStopped((stopping) => ownSnapshots(store, stopping, true))
  return snapshots
    .filter(({ madeAt }) => madeAt <= before || madeAt > store.now())
    .map(
      (snapshot) =>
        `off-site backup ${snapshot.id.slice(0, 8)} until ${dayOf(env, lastDayOf(snapshot))}`,
    )
}
