import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import {
  type CustomerImport,
  countFaults,
  listFaults,
  listImports,
  openImport,
} from '#src/domain/customers/imports.ts'
import {
  beginImport,
  discardFile,
  stopImport,
  uploadCustomers,
} from '#src/domain/customers/steps.ts'
import { columns } from '#src/forms/customers/columns.ts'
import { importChoice, importId } from '#src/forms/customers/import-forms.ts'
import { Script } from '#src/framework/island.tsx'
import type { PageOptions } from '#src/framework/page.ts'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { isMultipart } from '#src/http/files/multipart.ts'
import { readPostedCustomers } from '#src/http/files/posted-customers.ts'
import { page } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { EarlierImports } from '#src/ui/admin/customers/EarlierImports.tsx'
import { OpenImport } from '#src/ui/admin/customers/OpenImport.tsx'
import type { FaultRecord, ImportRecord } from '#src/ui/admin/customers/records.ts'
import { type ColumnRecord, UploadForm } from '#src/ui/admin/customers/UploadForm.tsx'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Existing customers'

export const guard = pageNeeds('settings')

const path = '/admin/customers'
const mostShown = 1000

const flashes = new Map<string, Toast>([
  ['begun', { kind: 'success', title: 'The import has begun' }],
  ['stopped', { kind: 'success', title: 'The import has been stopped' }],
  ['discarded', { kind: 'success', title: 'The file has been discarded' }],
])

/** While an import runs, the page loads itself again every ten seconds, `?looks=` times so far. */
export const GET = (c: Ctx) => {
  const looks = Number(c.req.query('looks')) || 0
  const refreshes = isRunning(openImport(c.var.deps)) && looks < mostLooks
  const headers = { Refresh: `10; url=${path}?looks=${looks + 1}` }
  const flash = flashes.get(c.req.query('done') ?? '')
  return customersPage(c, { flash, refreshes }, refreshes ? { headers } : {})
}

/** Ten minutes: the session is to end when nobody is there. */
const mostLooks = 60

const isRunning = (open: CustomerImport | null) =>
  open?.state === 'checking' || open?.state === 'importing'

const decide = actions({ import: begin, stop, discard }, failed)

/** A file, or what to do with one that was checked. */
export const POST = (c: Ctx) => (isMultipart(c) ? upload(c) : decide(c))

async function upload(c: Ctx) {
  try {
    const admin = requireAdmin(c, 'settings')
    await uploadCustomers(c.var.deps, admin, await readPostedCustomers(c))
    return c.redirect(path, 303)
  } catch (error) {
    const { status, errors, message, notice } = failureOf(c, error)
    const toast: Toast | undefined = notice
      ? { kind: 'error', title: 'Error', text: message }
      : undefined
    return refused(c, { errors, flash: toast }, status)
  }
}

async function begin(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const choice = checkForm(importChoice, form)
  await askPassword(c, admin, Object.fromEntries(form))
  beginImport(c.var.deps, admin, choice.import, choice.invite === 'yes')
  return `${path}?done=begun`
}

function stop(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  stopImport(c.var.deps, admin, checkForm(importId, form).import)
  return `${path}?done=stopped`
}

function discard(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  discardFile(c.var.deps, admin, checkForm(importId, form).import)
  return `${path}?done=discarded`
}

function failed(c: Ctx, { form, status, message, errors, notice }: FailedPost) {
  const toast: Toast | undefined = notice
    ? { kind: 'error', title: 'Error', text: message }
    : undefined
  return refused(c, { errors, flash: toast, invites: form.get('invite') === 'yes' }, status)
}

const refused = (c: Ctx, given: Given, status: number) =>
  customersPage(c, given, { status, title: `Error: ${title}` })

type PageProps = {
  company: Company
  flash: Toast | null
  open: ImportRecord | null
  faults: FaultRecord[]
  earlier: ImportRecord[]
  columns: ColumnRecord[]
  errors: Record<string, string>
  asksPassword: boolean
  invites: boolean
  refreshes: boolean
  timezone: string
}

/** Brings existing customers over from a CSV. */
export default function CustomersPage({ company, flash, ...props }: PageProps) {
  const { open, faults, earlier, columns, errors, timezone, ...rest } = props
  const { asksPassword, invites, refreshes } = rest
  const { currentPassword, ...others } = errors
  const summary = {
    ...others,
    ...(currentPassword && { 'currentPassword-import': currentPassword }),
  }
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={summary} />
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">
          Customers you had before are stored as approved, with their customer code. They have
          signed nothing here, and their records say so.
        </p>
      </div>
      <div className="sections">
        {open && <OpenImport {...{ open, faults, asksPassword, errors, invites, refreshes }} />}
        {(!open || open.state === 'checked') && (
          <UploadForm columns={columns} error={errors.file} />
        )}
        <EarlierImports imports={earlier} timezone={timezone} />
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

type Given = {
  errors?: Record<string, string>
  flash?: Toast | undefined
  invites?: boolean
  refreshes?: boolean
}

function customersPage(
  c: Ctx,
  { errors = {}, flash, invites = false, refreshes = false }: Given,
  options: PageOptions,
) {
  const { deps } = c.var
  const record = ({ uploadedBy, uploadedAt, ...row }: CustomerImport): ImportRecord => ({
    ...row,
    by: uploadedBy,
    at: new Date(uploadedAt).toISOString(),
    ...countFaults(deps, row.id),
  })
  const open = openImport(deps)
  const props = {
    open: open && record(open),
    faults: open ? listFaults(deps, open.id, mostShown) : [],
    earlier: listImports(deps)
      .filter(({ id }) => id !== open?.id)
      .map(record),
    columns: columns.map(({ heading, required, holds }) => ({ heading, required, holds })),
    errors,
    invites,
    refreshes,
    asksPassword: !hasFreshPassword(deps, requireAdmin(c, 'settings')),
    timezone: deps.env.APP_TIMEZONE,
    flash: flash ?? null,
  }
  return page(CustomersPage, props, options)
}
