import { companyOf } from '#src/domain/company/company.ts'
import { saveCompany } from '#src/domain/company/save-company.ts'
import type { TestApp } from './app/test-app.ts'
import { officer } from './mail/mail-settings.ts'

/** Saves another name of the supplier, as an administrator would. */
export function rename({ deps }: TestApp, name: string, vatNumber: string | null = null) {
  const { legal: _, version, ...present } = companyOf(deps)
  saveCompany(deps, officer, { ...present, name, vatNumber }, version)
}
