import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { logoVersion } from '#src/domain/company/logo.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import { companySchema, companyVersionSchema } from '#src/forms/company/company.ts'
import {
  type CompanyField,
  companyCards,
  companySpec,
  weekdays,
} from '#src/forms/company/company-fields.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits, isFileForm } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { changeLogo } from '#src/http/requests/logo-form.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { CompanyForm, type CompanyFormProps } from '#src/ui/company/CompanyForm.tsx'
import { LogoForm, type LogoFormProps } from '#src/ui/company/LogoForm.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Company'

export const guard = pageNeeds('settings')

const path = '/admin/company'

export const GET = (c: Ctx) =>
  companyPage(c, {}, c.req.query('done') === 'saved' ? adminToasts.companySaved : null)

const saveDetails = actions({ save }, failed, bodyLimits.reason)

/** The details, or the logo: a form with a file. */
export const POST = (c: Ctx) => (isFileForm(c) ? saveLogo(c) : saveDetails(c))

async function saveLogo(c: Ctx) {
  try {
    await changeLogo(c)
    return c.redirect(`${path}?done=saved`, 303)
  } catch (error) {
    const { status, errors, notice } = failureOf(c, error)
    const flash = notice ? adminToasts.companyFailed(notice) : null
    return companyPage(c, {}, flash, status, errors)
  }
}

async function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const workingDays = form.getAll('workingDays')
  const input = checkForm(companySchema, { ...Object.fromEntries(form), workingDays })
  const { version } = checkForm(companyVersionSchema, form)
  await askPassword(c, admin, Object.fromEntries(form))
  saveCompany(c.var.deps, admin, input, version)
  return `${path}?done=saved`
}

function failed(c: Ctx, { form, status, message, errors, notice }: FailedPost) {
  const cards = cardsOf((name) => form.getAll(name).join(','))
  const isStale = status === 412
  // only a stale save shows what is saved now; after any other refusal the next save must still find it out
  const seen = isStale ? {} : checkForm(companyVersionSchema, form)
  const flash = isStale || notice ? adminToasts.companyFailed(message) : null
  return companyPage(c, { cards, errors, ...seen }, flash, status)
}

type PageProps = {
  company: Company
  details: CompanyFormProps
  logo: LogoFormProps
  flash: Toast | null
}

export default function CompanyPage({ company, details, logo, flash }: PageProps) {
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={{ ...details.errors, ...summaryOf(logo.errors) }} />
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">
          Shown at once on pages, and in emails and documents made from now on. Sealed documents
          stay as they are.
        </p>
      </div>
      <div className="sections">
        <CompanyForm {...details} />
        <LogoForm {...logo} company={company} />
      </div>
      <Script name="admin-frame" />
      <Script name="accent" />
    </SettingsPage>
  )
}

/** The summary's links lead to ids, and the page has two password fields. */
const summaryOf = ({ logo, currentPassword }: LogoFormProps['errors']) => ({
  ...(logo && { logo }),
  ...(currentPassword && { logoPassword: currentPassword }),
})

function companyPage(
  c: Ctx,
  given: Partial<CompanyFormProps>,
  flash: Toast | null,
  status = 200,
  logoErrors: Record<string, string> = {},
) {
  const { deps } = c.var
  const stored = companyOf(deps)
  const details: CompanyFormProps = {
    cards: cardsOf((name) => String(stored[name] ?? '')),
    weekdays,
    version: stored.version,
    errors: {},
    asksPassword: !hasFreshPassword(deps, requireAdmin(c, 'settings')),
    ...given,
  }
  const options = status === 200 ? {} : { status, title: `Error: ${title}` }
  const { asksPassword } = details
  const logo = { version: logoVersion(deps), errors: logoErrors, asksPassword }
  return page(CompanyPage, { details, logo, flash }, options)
}

const cardsOf = (textOf: (name: CompanyField) => string) =>
  companyCards.map((card) => ({
    ...card,
    fields: card.fields.map((name) => ({ ...companySpec(name), name, value: textOf(name) })),
  }))
