import { answers, finalSave } from '../../support/app/application-answers.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import type { TestApp } from '../../support/app/test-app.ts'
import { pause } from './rounds.ts'

/** What the server has said yes to, and what it may or may not have taken when it died. */
export type Journal = Map<string, Entry>
type Entry = {
  /** The last value that was acknowledged. */
  buyer: string
  submitted: boolean
  /** What was under way: it may be stored, too. */
  asked: { buyer?: string; submitted?: boolean }
}

export type Load = {
  journal: Journal
  acknowledged: number
  /** Answers that should not have been: status and the start of the body. */
  wrong: string[]
  stop: () => Promise<void>
}

let applicants = 0

/**
 * People at work until they are stopped or the server dies: each applies, saves, submits and reads.
 */
export function startLoad(app: TestApp, people: number, journal: Journal = new Map()): Load {
  let going = true
  const load: Load = {
    journal,
    acknowledged: 0,
    wrong: [],
    async stop() {
      going = false
      await all
    },
  }
  const all = Promise.all(Array.from({ length: people }, work))
  return load

  async function work() {
    while (going) {
      try {
        await applyOnce()
      } catch {
        // the server is gone, or goes: what was not acknowledged does not count
        await pause(20)
      }
    }
  }

  async function applyOnce() {
    const browser = app.browser()
    const number = ++applicants
    const changes = {
      businessName: `Load Sample ${number} Ltd`,
      mainEmail: `load-${process.pid}-${number}@example.com`,
      buyerName: `Buyer ${number}.0`,
    }
    const { status: _, submittedAt: __, ...draft } = finalSave(changes)
    const made = await acknowledged(() => browser.post('/api/applications', draft), 201)
    const id = String(made?.json?.id)
    if (!made) return
    const entry: Entry = {
      buyer: changes.buyerName,
      submitted: false,
      asked: {},
    }
    journal.set(id, entry)
    for (let save = 1; going && save <= 2; save++) {
      await look(browser)
      entry.asked.buyer = `Buyer ${number}.${save}`
      const body = { 4: { ...answers[4], buyerName: entry.asked.buyer }, currentSection: 4 }
      if (!(await acknowledged(() => browser.put(`/api/applications/${id}`, body), 200))) return
      entry.buyer = entry.asked.buyer
    }
    await look(browser)
    entry.asked.submitted = true
    const submit = { currentSection: 5, status: 'submitted' }
    if (!(await acknowledged(() => browser.put(`/api/applications/${id}`, submit), 200))) return
    entry.submitted = true
  }

  async function look(browser: Browser) {
    for (const path of ['/', '/client-form']) {
      const answer = await browser.get(path)
      if (answer.status !== 200) load.wrong.push(`GET ${path} ${answer.status}`)
    }
  }

  async function acknowledged(ask: () => Promise<Answer>, expected: number) {
    if (!going) return null
    const answer = await ask()
    if (answer.status === expected) {
      load.acknowledged += 1
      return answer
    }
    load.wrong.push(`${answer.status} ${answer.text.slice(0, 120)}`)
    return null
  }
}

type Row = { id: string; status: string; buyer: string }

/** What was acknowledged and is not stored, in words. */
export function lostOf({ deps }: TestApp, journal: Journal): string[] {
  const { sqlite } = deps.db
  const rows = new Map(
    sqlite
      .prepare<[], Row>('select id, status, buyer_name as buyer from applications')
      .all()
      .map((row) => [row.id, row]),
  )
  return [...journal].flatMap(([id, entry]) => {
    const row = rows.get(id)
    if (!row) return [`${id} is gone`]
    const { asked } = entry
    const lost: string[] = []
    if (row.buyer !== entry.buyer && row.buyer !== asked.buyer)
      lost.push(`${id}: buyer ${row.buyer}`)
    if (entry.submitted && row.status !== 'submitted') lost.push(`${id}: ${row.status}`)
    if (row.status === 'submitted' && !asked.submitted) lost.push(`${id}: submitted unasked`)
    return lost
  })
}
