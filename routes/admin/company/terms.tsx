import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { termsDifferences } from '#src/domain/terms/differences.ts'
import { saveTermsDraft, termsDraftOf } from '#src/domain/terms/draft.ts'
import { parseTerms, termsSource } from '#src/domain/terms/parse.ts'
import { publishTerms } from '#src/domain/terms/publish.ts'
import { numberedTerms } from '#src/domain/terms/terms.ts'
import { listTerms, supplierDate, termsInForce } from '#src/domain/terms/versions.ts'
import { withdrawTerms } from '#src/domain/terms/withdraw.ts'
import { termsDraftForm, termsPublishForm, termsWithdrawForm } from '#src/forms/terms/terms-form.ts'
import type { TermsListing } from '#src/forms/terms/terms-parts.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { TermsEditor, type TermsEditorProps } from '#src/ui/terms/TermsEditor.tsx'
import { TermsResult, type TermsResultProps } from '#src/ui/terms/TermsResult.tsx'
import { TermsVersions } from '#src/ui/terms/TermsVersions.tsx'
import { WithdrawTerms, type WithdrawTermsProps } from '#src/ui/terms/WithdrawTerms.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Terms'

export const guard = pageNeeds('settings')

const path = '/admin/company/terms'

const flashes = new Map<string, Toast>([
  ['saved', adminToasts.termsSaved],
  ['published', adminToasts.termsPublished],
  ['withdrawn', adminToasts.termsWithdrawn],
])

/** With `?withdraw=` it asks before that version is withdrawn. */
export const GET = (c: Ctx) =>
  termsPage(c, {
    flash: flashes.get(c.req.query('done') ?? '') ?? null,
    withdraw: { version: c.req.query('withdraw') ?? '', errors: {} },
  })

export const POST = actions(
  { save, preview, differences, restart, publish, withdraw },
  failed,
  bodyLimits.terms,
)

function save(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { termsText, seen } = checkForm(termsDraftForm, form)
  saveTermsDraft(c.var.deps, admin, termsText, seen)
  return `${path}?done=saved`
}

function preview(c: Ctx, form: URLSearchParams) {
  const { termsText } = checkForm(termsDraftForm, form)
  const result = { parts: numberedTerms(parseTerms(termsText)) }
  return termsPage(c, { editor: typedIn(form), result })
}

function differences(c: Ctx, form: URLSearchParams) {
  const { termsText } = checkForm(termsDraftForm, form)
  const { version, parts } = termsInForce(c.var.deps)
  const found = termsDifferences(parts, parseTerms(termsText))
  const result = { since: `version ${version}`, differences: found }
  return termsPage(c, { editor: typedIn(form), result })
}

/** Shows the text in force in place of the draft, which stays until it is saved. */
function restart(c: Ctx, form: URLSearchParams) {
  const text = termsSource(termsInForce(c.var.deps).parts)
  return termsPage(c, { editor: { ...typedIn(form), text } })
}

async function publish(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { termsText: source, ...given } = checkForm(termsPublishForm, form)
  parseTerms(source)
  await askPassword(c, admin, Object.fromEntries(form))
  publishTerms(c.var.deps, admin, { source, ...given })
  return `${path}?done=published`
}

async function withdraw(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const { version } = checkForm(termsWithdrawForm, form)
  await askPassword(c, admin, Object.fromEntries(form))
  withdrawTerms(c.var.deps, admin, version)
  return `${path}?done=withdrawn`
}

function failed(c: Ctx, { action, form, status, message, errors, notice }: FailedPost) {
  if (action === 'withdraw') {
    const flash = notice ? adminToasts.termsNotWithdrawn(message) : null
    const { currentPassword: withdrawPassword } = errors
    const shown = {
      version: form.get('version') ?? '',
      errors: withdrawPassword ? { withdrawPassword } : {},
    }
    return termsPage(c, { flash, withdraw: shown }, status)
  }
  const editor = { ...typedIn(form), errors }
  const flash = notice ? adminToasts.termsFailed(message) : null
  if (status !== 412) return termsPage(c, { editor, flash }, status)
  // the next save is meant to replace what was saved meanwhile
  const { seen, source } = termsDraftOf(c.var.deps)
  const result = besideSaved(source, editor.text)
  return termsPage(c, { editor: { ...editor, seen }, flash, result }, status)
}

/** What differs from the text that somebody else saved; a draft may be saved that cannot be read as terms. */
function besideSaved(saved: string, typed: string): TermsResultProps {
  try {
    const differences = termsDifferences(parseTerms(saved), parseTerms(typed))
    return { since: 'the text that is saved now', differences }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { saved }
  }
}

const typedIn = (form: URLSearchParams) => ({
  text: form.get('termsText') ?? '',
  seen: form.get('seen') ?? '',
  inForceFrom: form.get('inForceFrom') ?? '',
})

type PageProps = {
  company: Company
  versions: TermsListing[]
  editor: TermsEditorProps
  withdraw: WithdrawTermsProps | null
  result: TermsResultProps | null
  flash: Toast | null
}

export default function TermsSettings({ company, flash, ...shown }: PageProps) {
  const { versions, editor, withdraw, result } = shown
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={withdraw?.errors ?? editor.errors} />
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">
          What customers accept when they sign. Each signature names the version that was in force.
        </p>
      </div>
      <div className="sections">
        <TermsVersions versions={versions} timezone={editor.timezone} />
        {withdraw && <WithdrawTerms {...withdraw} />}
        <TermsEditor {...editor} />
        {result && <TermsResult {...result} />}
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

type Given = Partial<Omit<PageProps, 'editor' | 'withdraw'>> & {
  editor?: Partial<TermsEditorProps>
  withdraw?: Pick<WithdrawTermsProps, 'version' | 'errors'>
}

function termsPage(c: Ctx, { editor, withdraw, ...given }: Given, status = 200) {
  const { deps } = c.var
  const versions = listTerms(deps)
  const { source, seen, updatedAt, updatedBy } = termsDraftOf(deps)
  const timezone = deps.env.APP_TIMEZONE
  const savedAt = updatedAt === null ? null : longTime(new Date(updatedAt).toISOString(), timezone)
  const asksPassword = !hasFreshPassword(deps, requireAdmin(c, 'settings'))
  const coming = versions.find(
    ({ version, state }) => version === withdraw?.version && state === 'coming',
  )
  const day = longDay(coming?.inForceFrom ?? '', timezone) ?? ''
  const props: Omit<PageProps, 'company'> = {
    versions,
    editor: {
      ...{ text: source, seen, timezone, inForceFrom: '', today: supplierDate(deps), errors: {} },
      saved: savedAt && `Saved ${savedAt} by ${updatedBy}.`,
      asksPassword,
      ...editor,
    },
    withdraw: withdraw && coming ? { ...withdraw, day, asksPassword } : null,
    result: null,
    flash: null,
    ...given,
  }
  return page(TermsSettings, props, status === 200 ? {} : { status, title: `Error: ${title}` })
}
