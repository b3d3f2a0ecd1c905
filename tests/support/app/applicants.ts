import { eq } from 'drizzle-orm'
import { applications, directors, signatures } from '#db/schema/applications.ts'
import { documents } from '#db/schema/documents.ts'
import { answers, finalSave, type SectionNumber, sectionSave } from './application-answers.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** Makes a draft by saving a section that does not ask for the main address; returns its id. */
export async function startDraft(browser: Browser, section: SectionNumber = 4): Promise<string> {
  return idOf(await browser.post('/api/applications', sectionSave(section)))
}

export async function fillDraft(browser: Browser, changes: Record<string, unknown> = {}) {
  const { status: _, submittedAt: __, ...draft } = finalSave(changes)
  return idOf(await browser.post('/api/applications', { ...draft, unfinished: changes.unfinished }))
}

export async function submit(browser: Browser, changes: Record<string, unknown> = {}) {
  const id = await fillDraft(browser, changes)
  const { status, text } = await browser.put(`/api/applications/${id}`, finalSave(changes))
  if (status !== 200) throw new Error(`The submit answered ${status}: ${text}`)
  return id
}

/** The draft of the form that this browser gets, or ''. */
export const openIn = async (browser: Browser) =>
  /name="draft" value="([^"]*)"/.exec((await browser.get('/client-form')).text)?.[1] ?? ''

/** What is stored of one application: its own row and all that hangs on it. */
export function stored({ deps }: TestApp, id: string) {
  const { orm } = deps.db
  const application = orm.select().from(applications).where(eq(applications.id, id)).get()
  if (!application) throw new Error(`There is no application ${id}`)
  const of = <T extends typeof directors | typeof signatures>(table: T) =>
    eq(table.application, application.seq)
  return {
    application,
    directors: orm.select().from(directors).where(of(directors)).orderBy(directors.ordinal).all(),
    signatures: orm.select().from(signatures).where(of(signatures)).all(),
    documents: orm.select().from(documents).where(eq(documents.application, id)).all(),
  }
}

/** Every answer as it is stored when nothing was changed on the way; a draft keeps no date of agreement that is today's. */
export const storedAnswers = (status: 'draft' | 'submitted' = 'submitted') => {
  const { authSignature: _, ...delivery } = answers[5]
  const agreementDate = status === 'draft' ? null : delivery.agreementDate
  return { ...answers[1], ...answers[3], ...answers[4], ...delivery, agreementDate }
}

function idOf({ status, json, text }: Awaited<ReturnType<Browser['post']>>): string {
  if (status !== 201) throw new Error(`The draft was answered ${status}: ${text}`)
  return String(json?.id)
}
