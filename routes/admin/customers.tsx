import type { SubmissionResult } from '@conform-to/react'
import {
  checkCustomers,
  customerImport,
  importCustomers,
} from '#src/domain/customers/import-customers.ts'
import { type LedgerBatch, ledgerBatch } from '#src/domain/customers/ledger.ts'
import { type ImportReport, importForm } from '#src/forms/customers/customers.ts'
import type { Ledger } from '#src/forms/customers/ledger.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { fileForms, readPostedCustomers } from '#src/http/files/multipart.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { Report, UploadForm } from '#src/ui/admin/CustomersImport.tsx'
import { LedgerCard } from '#src/ui/admin/LedgerCard.tsx'
import { faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused } from '#src/ui/toasts/toast.ts'

export const title = 'Existing customers'

export const guard = pageNeeds('settings')

export const body = { ...bodyLimits.small, files: fileForms.customers }

const path = '/admin/customers'

export const GET = (c: Ctx) => customersPage(c, customerImport(c.var.deps) ?? {})

export async function POST(c: Ctx) {
  const form = new URLSearchParams()
  try {
    const admin = requireAdmin(c, 'settings')
    const file = await readPostedCustomers(c, form)
    const { invite, currentPassword } = checkForm(importForm, form)
    if (form.get('action') !== 'import') {
      const report = await checkCustomers(c.var.deps, admin, file)
      return customersPage(c, { report, lastResult: replyTo(form, {}) })
    }
    await askPassword(c, admin, currentPassword)
    await importCustomers(c.var.deps, admin, file, invite === 'yes')
    return c.redirect(path, 303)
  } catch (error) {
    const { status, errors, message, notice } = failureOf(c, error)
    const flash = notice ? refused(message) : null
    return customersPage(c, { lastResult: replyTo(form, errors), flash }, status)
  }
}

type Shown = {
  report?: ImportReport
  isUnderWay?: boolean
  lastResult?: SubmissionResult
  flash?: Toast | null
}

type PageProps = Shown & {
  company: Company
  batches: Record<Ledger, LedgerBatch>
  timezone: string
}

export default function CustomersPage({ company, flash, ...props }: PageProps) {
  const { report, isUnderWay = false, lastResult } = props
  const [form, fields] = usePageForm('import-form', importForm, { lastResult })
  const isChecked = report?.imported === null
  return (
    <SettingsPage current={path} company={company} flash={flash ?? null}>
      <ErrorSummary faults={faultsOf(form)} />
      <PageHead title={title}>
        Import the customers you already trade with. They are added as approved and marked as not
        signed here.
      </PageHead>
      <div className="sections">
        {report && <Report {...{ report, isUnderWay }} />}
        <UploadForm id={form.id} {...{ fields, isChecked }} />
        <LedgerCard batches={props.batches} timezone={props.timezone} />
      </div>
      <Script name="in-place" />
      <Script name="refresh" />
    </SettingsPage>
  )
}

async function customersPage(c: Ctx, changes: Shown, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'settings')
  const batches = {
    sage: await ledgerBatch(deps, admin, 'sage'),
    xero: await ledgerBatch(deps, admin, 'xero'),
  }
  const props = { ...changes, batches, timezone: deps.env.APP_TIMEZONE }
  return page(CustomersPage, props, titled(title, status))
}
