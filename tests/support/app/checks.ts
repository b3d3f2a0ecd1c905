import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import type { CompanyInput } from '#src/forms/company/company.ts'
import { officer } from '../mail/mail-settings.ts'
import type { Browser } from './browser.ts'
import type { TestApp } from './test-app.ts'

/** Saves other details of the supplier, such as the checks that are asked for, as an administrator does. */
export function saveDetails({ deps }: TestApp, details: Partial<CompanyInput>) {
  const { legal: _, version, ...present } = companyOf(deps)
  saveCompany(deps, officer, { ...present, ...details }, version)
}

type Result = { check: string; state?: string; checkNote?: string; file?: File }

/** Sends the form of a check on the record, as somebody who has seen everything that was recorded. */
export function recordCheck(admin: Browser, id: string, { file, ...result }: Result) {
  const body = new FormData()
  const fields = { state: 'passed', checkNote: '', expected: Number.MAX_SAFE_INTEGER, ...result }
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  if (file) body.append('files', file)
  return admin.send(`/admin/applications/${id}`, { method: 'POST', body })
}
