import type { SubmissionResult } from '@conform-to/react'
import AccentPreview from '#islands/AccentPreview.tsx'
import type { Deps } from '#src/deps.ts'
import { companyOf, logoVersion } from '#src/domain/company/company.ts'
import { readLogo, removeLogo, saveCompany, saveLogo } from '#src/domain/company/save-company.ts'
import {
  goingUnder,
  retentionMark,
  retentionOf,
  setRetention,
} from '#src/domain/privacy/retention.ts'
import { isDecidingAlone } from '#src/domain/staff/owners.ts'
import {
  companyFieldNames,
  companyFields,
  companySchema,
  logoSchema,
} from '#src/forms/company/company.ts'
import { retentionForm } from '#src/forms/company/retention.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { fileForms, isMultipart, readPostedLogo } from '#src/http/files/multipart.ts'
import { page, type ShownAgain, titled, usePageForm } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { oncePerPress } from '#src/http/requests/second-press.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import {
  CompanyForm,
  LogoForm,
  OtherSettings,
  RetentionForm,
} from '#src/ui/company/CompanyForms.tsx'
import { faultsOf, namedFaultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Company'

export const guard = pageNeeds('settings')

export const body = { ...bodyLimits.reason, files: fileForms.logo }

const path = '/admin/company'

export function GET(c: Ctx) {
  const form = c.req.query('edit')
  if (form === 'logo') return logoPage(c, {})
  if (form === 'retention') return retentionPage(c, {})
  return companyPage(c, { flash: flashes.get(c.req.query('done') ?? '') ?? null })
}

const flashes = new Map<string, Toast>([
  ['saved', adminToasts.companySaved],
  ['retention', success('Retention saved')],
  ['logo', success('Logo updated')],
  ['no-logo', success('Logo removed')],
])

const saveDetails = actions({ save, retain }, failed)

export const POST = (c: Ctx) => (isMultipart(c) ? postLogo(c) : saveDetails(c))

async function postLogo(c: Ctx) {
  try {
    return c.redirect(`${path}?done=${await changeLogo(c)}`, 303)
  } catch (error) {
    const { status, errors, notice } = failureOf(c, error)
    const flash = notice ? adminToasts.companyFailed(notice) : null
    return logoPage(c, { lastResult: replyTo(new FormData(), errors), flash, status })
  }
}

async function changeLogo(c: Ctx) {
  const admin = requireAdmin(c, 'settings')
  const form = new URLSearchParams()
  const bytes = await readPostedLogo(c, form)
  const { currentPassword, action, expected } = checkForm(logoSchema, form)
  await askPassword(c, admin, currentPassword)
  return oncePerPress(c, form, async () => {
    if (action === 'remove') {
      removeLogo(c.var.deps, admin, expected)
      return 'no-logo'
    }
    const image = await readLogo(c.var.deps, bytes)
    c.var.recheck?.()
    saveLogo(c.var.deps, admin, image, expected)
    return 'logo'
  })
}

async function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { version, currentPassword, ...input } = checkForm(companySchema, form)
  await askPassword(c, admin, currentPassword)
  saveCompany(c.var.deps, admin, input, version)
  return `${path}?done=saved`
}

async function retain(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { currentPassword, expected, confirmed, ...days } = checkForm(retentionForm, form)
  await askPassword(c, admin, currentPassword)
  setRetention(c.var.deps, admin, days, { expected, confirmed })
  return `${path}?done=retention`
}

function failed(c: Ctx, { action, form, status, message, notice, reply }: FailedPost) {
  if (action === 'retain') {
    const { data } = retentionForm.safeParse(Object.fromEntries(form))
    if (data && status === 409) form.set('confirmed', goingUnder(c.var.deps, data).mark)
    if (status === 412) form.set('expected', retentionMark(retentionOf(c.var.deps)))
    const flash = notice ? adminToasts.companyFailed(notice) : null
    return retentionPage(c, { lastResult: reply(), flash, status })
  }
  const isStale = status === 412
  // Only now the page shows what a colleague has saved, so only the next save may replace it.
  if (isStale) form.set('version', String(companyOf(c.var.deps).version))
  const flash = isStale || notice ? adminToasts.companyFailed(message) : null
  return companyPage(c, { lastResult: reply(), flash, status })
}

export function typedAgain(_: Ctx, form: URLSearchParams) {
  const lastResult = replyTo(form, {})
  if (form.get('action') === 'retain')
    return page(RetentionPage, { retention: {}, lastResult, flash: null })
  return page(CompanyPage, { stored: null, lastResult, flash: null })
}

type FormPageProps = {
  company: Company
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

type PageProps = FormPageProps & {
  /** `null` for a form that was sent without a session. */
  stored: {
    details: Record<string, string | string[]>
    retention: Record<'rejectedDays' | 'closedDays', string>
    isAlone: boolean
  } | null
}

export default function CompanyPage({ company, stored, lastResult, flash }: PageProps) {
  const [form, fields] = usePageForm('details', companySchema, {
    lastResult,
    defaultValue: stored?.details ?? {},
  })
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={namedFaultsOf(form, companyFields)}
    >
      <PageHead title={title}>
        Pages show changes at once, and emails and documents have them from now on. Sealed documents
        do not change.
      </PageHead>
      <div className="sections">
        <CompanyForm
          id={form.id}
          page={path}
          fields={fields}
          isAlone={stored?.isAlone ?? false}
          accent={(field) => <Island of={AccentPreview} props={{ field }} />}
        />
        {stored && <OtherSettings company={company} page={path} retention={stored.retention} />}
      </div>
    </SettingsPage>
  )
}

function companyPage(c: Ctx, { lastResult, flash = null, status = 200 }: ShownAgain) {
  const { deps } = c.var
  const details = companyOf(deps)
  const texts = companyFieldNames.map((name) => {
    const value = details[name]
    return [name, Array.isArray(value) ? value.map(String) : String(value ?? '')]
  })
  const stored = {
    details: { ...Object.fromEntries(texts), version: String(details.version) },
    retention: retentionValues(deps),
    isAlone: details.secondPersonAbove !== null && isDecidingAlone(deps),
  }
  return page(CompanyPage, { stored, lastResult, flash }, titled(title, status))
}

type LogoPageProps = FormPageProps & { logo: string }

function LogoPage({ company, logo, lastResult, flash }: LogoPageProps) {
  const [form, fields] = usePageForm('logo', logoSchema, { lastResult })
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={faultsOf(form)} />
      <FormHead title="Logo" back={[path, title]}>
        Shown at the top of pages, emails and documents.
      </FormHead>
      <LogoForm id={form.id} page={path} fields={fields} {...{ company, logo }} />
    </SettingsPage>
  )
}

const logoPage = (c: Ctx, { lastResult, flash = null, status = 200 }: ShownAgain) =>
  page(LogoPage, { logo: logoVersion(c.var.deps), lastResult, flash }, titled('Logo', status))

type RetentionPageProps = FormPageProps & {
  retention: Partial<Record<'rejectedDays' | 'closedDays' | 'expected', string>>
}

function RetentionPage({ company, retention, lastResult, flash }: RetentionPageProps) {
  const [form, fields] = usePageForm('retention', retentionForm, {
    lastResult,
    defaultValue: retention,
  })
  // The question before the first deletion is not an error.
  const { 'retention-confirmed': _, ...faults } = faultsOf(form)
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faults}
    >
      <FormHead title="Retention" back={[path, title]}>
        Removing an application deletes its answers, signatures, documents, account and emails for
        good. Open accounts are never removed. Leave a field empty to remove nothing.
      </FormHead>
      <RetentionForm id={form.id} page={path} fields={fields} />
    </SettingsPage>
  )
}

const retentionPage = (c: Ctx, { lastResult, flash = null, status = 200 }: ShownAgain) =>
  page(
    RetentionPage,
    { retention: retentionValues(c.var.deps), lastResult, flash },
    titled('Retention', status),
  )

function retentionValues(deps: Deps) {
  const retention = retentionOf(deps)
  const { rejectedDays, closedDays } = retention
  return {
    rejectedDays: String(rejectedDays ?? ''),
    closedDays: String(closedDays ?? ''),
    expected: retentionMark(retention),
  }
}
