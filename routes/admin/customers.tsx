import ImportCustomers, { type CheckedFile } from '#islands/ImportCustomers.tsx'
import {
  checkCustomers,
  customerImport,
  importCustomers,
} from '#src/domain/customers/import-customers.ts'
import { type LedgerBatch, ledgerBatch } from '#src/domain/customers/ledger.ts'
import { Refusal } from '#src/domain/refusal.ts'
import type { ImportReport } from '#src/forms/customers/customers.ts'
import { importForm } from '#src/forms/customers/import-form.ts'
import type { Ledger } from '#src/forms/customers/ledger.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { fileForms, readPostedCustomers } from '#src/http/files/multipart.ts'
import { formState } from '#src/http/form-state.ts'
import { countRefusedBody } from '#src/http/middleware/limit.ts'
import { page, type ShownAgain, titled } from '#src/http/page.ts'
import { type FailedPost, perform } from '#src/http/requests/actions.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { oncePerPress } from '#src/http/requests/second-press.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { Report } from '#src/ui/admin/CustomersImport.tsx'
import { LedgerCard } from '#src/ui/admin/LedgerCard.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused } from '#src/ui/toasts/toast.ts'

export const title = 'Existing customers'

export const guard = pageNeeds('settings')

export const body = { ...bodyLimits.small, files: fileForms.customers }

const path = '/admin/customers'

export function GET(c: Ctx) {
  if (c.req.query('edit') === 'import') return importPage({ report: null })
  return customersPage(c)
}

export function POST(c: Ctx) {
  const form = new URLSearchParams()
  return perform(c, { action: 'import', form, handler: takeFile }, failed)
}

async function takeFile(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'settings')
  const file = await readPostedCustomers(c, form)
  const { invite, currentPassword } = checkForm(importForm, form)
  if (form.get('action') !== 'import') {
    const report = await countingRefused(c, () => checkCustomers(c.var.deps, admin, file))
    return importPage({ report, lastResult: replyTo(form, {}) })
  }
  await askPassword(c, admin, currentPassword)
  await oncePerPress(c, form, () =>
    countingRefused(c, () => importCustomers(c.var.deps, admin, file, invite === 'yes')),
  )
  return path
}

/** Counts a file that is not a list of customers, or has too many cells, as a refused request. */
async function countingRefused<T>(c: Ctx, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.details.errors?.file) await countRefusedBody(c)
    throw error
  }
}

const failed = (_: Ctx, { status, message, notice, reply }: FailedPost) =>
  importPage({
    report: null,
    lastResult: reply(),
    flash: notice ? refused(message) : null,
    status,
  })

export const typedAgain = (_: Ctx, form: URLSearchParams) =>
  importPage({ report: null, lastResult: replyTo(form, {}) })

export const data = ({ report }: { report?: ImportReport | null }): CheckedFile => ({
  report: report ?? null,
})

type PageProps = {
  company: Company
  lastImport: { report: ImportReport; isUnderWay: boolean } | null
  batches: Record<Ledger, LedgerBatch>
  timezone: string
}

export default function CustomersPage({ company, lastImport, batches, timezone }: PageProps) {
  return (
    <SettingsPage current={path} company={company} flash={null}>
      <PageHead title={title}>{lead}</PageHead>
      <div className="sections">
        <div className="actions">
          <ButtonLink variant="primary" href={`${path}?edit=import`}>
            Import Customers
          </ButtonLink>
        </div>
        {lastImport && <Report {...lastImport} />}
        <LedgerCard batches={batches} timezone={timezone} />
      </div>
    </SettingsPage>
  )
}

const lead =
  'Import the customers you already trade with. They are added as approved and marked as not signed here.'

async function customersPage(c: Ctx) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'settings')
  const batches = {
    sage: await ledgerBatch(deps, admin, 'sage'),
    xero: await ledgerBatch(deps, admin, 'xero'),
  }
  const props = {
    lastImport: customerImport(deps),
    batches,
    timezone: deps.env.APP_TIMEZONE,
  }
  return page(CustomersPage, props, titled(title, 200))
}

type ImportPageProps = {
  company: Company
  report: ImportReport | null
  state: FormState<'file' | 'invite' | 'currentPassword'>
  flash: Toast | null
}

function ImportPage({ company, report, state, flash }: ImportPageProps) {
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <FormHead title="Import customers" back={[path, title]}>
        {lead}
      </FormHead>
      <Island
        of={ImportCustomers}
        props={{ page: path, report, state: { ...state, confirmsWith: company.provider } }}
      />
    </SettingsPage>
  )
}

type Import = ShownAgain & { report: ImportReport | null }

function importPage({ report, lastResult, flash = null, status = 200 }: Import) {
  const state = formState(importForm, { lastResult })
  return page(ImportPage, { report, state, flash }, titled('Import customers', status))
}
