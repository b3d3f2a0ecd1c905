import { createHash } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import EditTerms, { type TermsData } from '#islands/EditTerms.tsx'
import { numberedTerms, parseTerms, termsSource } from '#src/domain/terms/parse.ts'
import {
  countDrafts,
  newestTerms,
  publishTerms,
  refuseUnpublishable,
  termsMark,
} from '#src/domain/terms/publish.ts'
import { listTerms, supplierDate, termsInForce } from '#src/domain/terms/versions.ts'
import { termsPublishForm, termsTextForm } from '#src/forms/terms/terms-form.ts'
import type { TermsListing } from '#src/forms/terms/terms-parts.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { page, titled } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { type TermsResultProps, TermsVersions } from '#src/ui/terms/TermsEditor.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Terms'

export const guard = pageNeeds('settings')

export const body = bodyLimits.terms

const path = '/admin/company/terms'

export const GET = (c: Ctx) =>
  termsPage(c, { flash: c.req.query('done') === 'published' ? adminToasts.termsPublished : null })

export const POST = actions(
  { preview, publish },
  failed,
  new Map([['published', adminToasts.termsPublished]]),
)

export const data = ({ expected, result }: PageProps): TermsData => ({ expected, result })

function preview(c: Ctx, form: URLSearchParams) {
  const { termsText } = checkForm(termsTextForm, form)
  return termsPage(c, { lastResult: replyTo(form, {}), result: previewOf(termsText) })
}

const previewOf = (termsText: string) => ({ parts: numberedTerms(parseTerms(termsText)) })

async function publish(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { currentPassword, preview: shown, ...publication } = checkForm(termsPublishForm, form)
  const { termsText: source, inForceFrom, expected } = publication
  parseTerms(source)
  await askPassword(c, admin, currentPassword)
  if (shown !== nameOf(publication)) return askFirst(c, form, publication)
  publishTerms(c.var.deps, admin, { source, inForceFrom, expected })
  return `${path}?done=published`
}

type Publication = Omit<z.infer<typeof termsPublishForm>, 'currentPassword' | 'preview'>

/** Shows the text as customers will read it, because publishing cannot be undone. */
function askFirst(c: Ctx, form: URLSearchParams, publication: Publication) {
  const { deps } = c.var
  refuseUnpublishable(deps, publication)
  const { inForceFrom, termsText } = publication
  return termsPage(c, {
    lastResult: replyTo(form, {}),
    result: {
      ...previewOf(termsText),
      publication: {
        inForceFrom,
        drafts: countDrafts(deps),
        before: newestTerms(deps).version,
        preview: nameOf(publication),
      },
    },
  })
}

const nameOf = ({ termsText, inForceFrom }: Publication) =>
  createHash('sha256').update(`${inForceFrom} ${termsText}`).digest('hex')

function failed(c: Ctx, { form, status, message, notice, reply }: FailedPost) {
  const { deps } = c.var
  const flash = notice ? adminToasts.termsFailed(message) : null
  if (status !== 412) return termsPage(c, { lastResult: reply(), flash }, status)
  form.set('expected', termsMark(deps))
  return termsPage(c, { lastResult: reply(), flash }, status)
}

export function typedAgain(_: Ctx, form: URLSearchParams) {
  const lastResult = replyTo(form, {})
  const state = stateOf({ termsText: '', inForceFrom: '' }, lastResult)
  const expected = form.get('expected') ?? ''
  return page(TermsSettings, { ...unknown, state, expected, holdsTyping: true })
}

const unknown = { versions: [], result: null, flash: null, today: '', timezone: '' }

type PageParts = {
  result?: TermsResultProps
  flash?: Toast | null
  lastResult?: SubmissionResult
}

type PageProps = {
  company: Company
  versions: TermsListing[]
  state: FormState<'termsText' | 'inForceFrom'>
  expected: string
  result: TermsResultProps | null
  holdsTyping: boolean
  today: string
  timezone: string
  flash: Toast | null
}

export default function TermsSettings({ company, flash, versions, ...props }: PageProps) {
  const { expected, result, today, timezone } = props
  const state = { ...props.state, confirmsWith: company.provider }
  return (
    <SettingsPage current={path} company={company} flash={flash} holdsTyping={props.holdsTyping}>
      <PageHead title={title}>
        What customers accept when they sign. Each signature names the version that was in force.
      </PageHead>
      <div className="sections">
        {versions.length > 0 && <TermsVersions versions={versions} timezone={timezone} />}
        <Island of={EditTerms} props={{ page: path, state, expected, result, today, timezone }} />
      </div>
    </SettingsPage>
  )
}

/** Builds the state of the form. A preview needs no date. */
function stateOf(values: object, lastResult: SubmissionResult | undefined): PageProps['state'] {
  const state = formState(termsPublishForm, { values: { ...values }, lastResult })
  return { ...state, constraint: { ...state.constraint, inForceFrom: {} } }
}

function termsPage(c: Ctx, { lastResult, result, flash = null }: PageParts, status = 200) {
  const { deps } = c.var
  const props: Omit<PageProps, 'company'> = {
    state: stateOf({ termsText: termsSource(termsInForce(deps).parts) }, lastResult),
    expected: String(lastResult?.initialValue?.expected ?? termsMark(deps)),
    result: result ?? null,
    holdsTyping: lastResult !== undefined,
    flash,
    versions: listTerms(deps),
    today: supplierDate(deps),
    timezone: deps.env.APP_TIMEZONE,
  }
  return page(TermsSettings, props, titled(title, status))
}
