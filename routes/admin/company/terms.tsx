import { createHash } from 'node:crypto'
import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
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
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import {
  TermsEditor,
  TermsResult,
  type TermsResultProps,
  TermsVersions,
} from '#src/ui/terms/TermsEditor.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Terms'

export const guard = pageNeeds('settings')

export const body = bodyLimits.terms

const path = '/admin/company/terms'

export const GET = (c: Ctx) =>
  termsPage(c, { flash: c.req.query('done') === 'published' ? adminToasts.termsPublished : null })

export const POST = actions({ preview, publish }, failed)

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

/** Publishing cannot be undone: the text is shown before, as customers will read it. */
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

type PageParts = {
  result?: TermsResultProps
  flash?: Toast | null
  lastResult?: SubmissionResult
}

type PageProps = PageParts & {
  company: Company
  versions: TermsListing[]
  start: { termsText: string; expected: string }
  today: string
  timezone: string
}

export default function TermsSettings({ company, flash = null, result, ...props }: PageProps) {
  const { versions, start, today, timezone, lastResult } = props
  const [form, fields] = usePageForm('terms', termsPublishForm, { lastResult, defaultValue: start })
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={faultsOf(form)} />
      <PageHead title={title}>
        What customers accept when they sign. Each signature names the version that was in force.
      </PageHead>
      <div className="sections">
        <TermsVersions versions={versions} timezone={timezone} />
        <TermsEditor
          id={form.id}
          isShownAgain={lastResult !== undefined}
          {...{ fields, today, timezone }}
        />
        {result && <TermsResult id={form.id} timezone={timezone} {...result} />}
      </div>
      <Script name="in-place" />
    </SettingsPage>
  )
}

function termsPage(c: Ctx, parts: PageParts, status = 200) {
  const { deps } = c.var
  const props: Omit<PageProps, 'company'> = {
    ...parts,
    versions: listTerms(deps),
    start: { termsText: termsSource(termsInForce(deps).parts), expected: termsMark(deps) },
    today: supplierDate(deps),
    timezone: deps.env.APP_TIMEZONE,
  }
  return page(TermsSettings, props, titled(title, status))
}
