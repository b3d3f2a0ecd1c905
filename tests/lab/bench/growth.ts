import { rmSync } from 'node:fs'
import { closeDatabase } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import { directorsOf } from '#src/domain/applications/application.ts'
import { saveDraft } from '#src/domain/applications/drafts.ts'
import { listApplications } from '#src/domain/dashboard/list.ts'
import { portalRecord } from '#src/domain/portal/record.ts'
import { portalStatus } from '#src/domain/portal/status.ts'
import { accept } from '#src/domain/refusal.ts'
import { readAdminRecord } from '#src/domain/review/record.ts'
import { readSave } from '#src/forms/registration/save-payload.ts'
import { sectionSave } from '../../support/application-answers.ts'
import { benchDeps } from './bench-deps.ts'
import { copiedFolder } from './filled-database.ts'
import { fullDraft, submitDraft } from './full-drafts.ts'
import { inTurn, median, rounds, times } from './rounds.ts'
import type { Measure } from './table.ts'

const sizes = [1000, 100_000, 1_000_000]
const calls = 60
const first = { search: '', filter: null, limit: 50, cursor: null } as const

/** Each call's p50 at a thousand, a hundred thousand and a million applications; the sizes take turns in each round. */
export async function measureGrowth(): Promise<Measure[]> {
  const apps = sizes.map((size) => {
    const folder = copiedFolder(size)
    return { size, folder, deps: benchDeps(folder) }
  })
  const rows: Measure[] = []
  for (const [name, call] of Object.entries(everyCall)) {
    const sides = apps.map(({ size, deps }) => {
      const work = call(deps, size)
      return [String(size), () => median(times(calls, work))] as const
    })
    const all = await inTurn(Object.fromEntries(sides))
    const [small = 0, middle = 0, large = 0] = sizes.map((size) =>
      median(all.map((figures) => figures[size] ?? 0)),
    )
    rows.push({
      what: `growth: ${name}, p50 at a million x at a thousand`,
      value: large / small,
      unit: 'x',
      goal: { atMost: 2 },
      beside: `${[small, middle, large].map((value) => value.toFixed(3)).join(' / ')} ms`,
    })
  }
  for (const { folder, deps } of apps) {
    closeDatabase(deps.db)
    rmSync(folder, { recursive: true })
  }
  return rows
}

type Call = (deps: Deps, size: number) => (at: number) => unknown

const everyCall: Record<string, Call> = {
  'the list': (deps) => () => listApplications(deps, first),
  'a later page': (deps, size) => (at) =>
    listApplications(deps, { ...first, cursor: `${60 + ((at * 7919) % size)}.0.1000.1` }),
  'an application with all around it': (deps) => {
    const { id } = middleOne(deps)
    const admin = { kind: 'admin', id: 1, username: 'benchmark', sessionHash: '' } as const
    return () => readAdminRecord(deps, admin, id)
  },
  'the portal': (deps) => {
    const { application } = middleOne(deps)
    return () => {
      const own = applicationOfClient(deps, { application })
      return [portalRecord(own), directorsOf(deps, own), portalStatus(deps, own)]
    }
  },
  'a section saved': (deps) => {
    const { id, actor } = fullDraft(deps)
    return (at) =>
      saveDraft(deps, actor, id, accept(readSave(sectionSave(4, { buyerName: `Buyer ${at}` }))))
  },
  'a name and an address changed': (deps) => {
    const { id, actor } = fullDraft(deps)
    const named = (at: number) => ({
      businessName: `Renamed ${at} Ltd`,
      mainEmail: `office@renamed-${at}.example.com`,
    })
    return (at) => saveDraft(deps, actor, id, accept(readSave(sectionSave(1, named(at)))))
  },
  'a submission': (deps) => {
    const ready = Array.from({ length: (calls + 20) * rounds }, () => fullDraft(deps))
    return () => submitDraft(deps, ready.shift())
  },
}

/** An application that was submitted in the middle of the time. */
function middleOne({ db }: Deps) {
  const row = db.sqlite
    .prepare<[], { id: string; application: number; mainEmail: string }>(
      `select id, seq as application, main_email as mainEmail from applications
       where seq >= (select max(seq) / 2 from applications) and status = 'approved' limit 1`,
    )
    .get()
  if (!row) throw new Error('Nothing was submitted')
  return row
}
