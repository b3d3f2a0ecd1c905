import { type Right, rights } from '#src/forms/admin/roles.ts'

/** Who may make a call; a right opens it to every role of the back office that has it. */
export type Policy =
  | 'anybody'
  | 'holder'
  | 'customer'
  | 'half admin'
  | 'document'
  | 'own file'
  | 'customer page'
  | 'read, also by key'
  | Right
  | `${Right} page`

/** Every call with its policy: a route that is missing here is not ready. */
export const policies: Record<string, Policy> = {
  ...all('anybody', [
    'GET /',
    'GET /terms-conditions',
    'GET /accessibility',
    'GET /success',
    'GET /client-form',
    'POST /client-form',
    'GET /client-login',
    'POST /client-login',
    'GET /client/set-password',
    'POST /client/set-password',
    'GET /client/forgot-password',
    'POST /client/forgot-password',
    'GET /sign',
    'POST /sign',
    'GET /verify',
    'POST /verify',
    'GET /admin',
    'POST /admin',
    'GET /admin/first',
    'POST /admin/first',
    'GET /admin/invitation',
    'POST /admin/invitation',
    'GET /admin/forgot-password',
    'POST /admin/forgot-password',
    'GET /admin/set-password',
    'POST /admin/set-password',
    'GET /.well-known/countersign.pem',
    'GET /speculation-rules.json',
    'GET /openapi.json',
    'GET /accent.css',
    'GET /api/health',
    'GET /api/verify/:sha256',
    'GET /api/terms',
    'POST /api/applications',
    'POST /api/admin/login',
    'POST /api/admin/logout',
    'GET /api/admin/sign-in',
    'GET /api/admin/sign-in/callback',
    'POST /api/client/login',
    'POST /api/client/logout',
    'POST /api/client/forgot-password',
    'POST /api/client/set-password',
  ]),
  ...all('holder', [
    'PUT /api/applications/:id',
    'POST /api/applications/:id/directors',
    'POST /api/applications/:id/email-link',
    'POST /api/applications/:id/signature-request',
    'DELETE /api/applications/:id/signature-request',
  ]),
  ...all('document', ['GET /api/applications/:id/pdf']),
  ...all('half admin', ['POST /api/admin/challenge']),
  ...all('customer', [
    'GET /api/client/me',
    'GET /api/client/application',
    'PUT /api/client/application/:section',
    'GET /api/client/directors',
  ]),
  ...all('own file', ['GET /api/client/files/:file']),
  ...all('customer page', ['GET /client-portal', 'POST /client-portal']),
  ...all('read page', ['GET /admin/dashboard', 'GET /admin/applications/:id']),
  // its note; each of its forms asks for a right, and a viewer has none of them
  ...all('annotate page', ['POST /admin/applications/:id']),
  ...all('team page', [
    'GET /admin/team',
    'POST /admin/team',
    'GET /admin/team/:account',
    'POST /admin/team/:account',
  ]),
  ...all('settings page', [
    // the word on the clock; Logout is open to everybody
    'POST /admin/dashboard',
    'GET /admin/integrations',
    'POST /admin/integrations',
    'GET /admin/privacy',
    'POST /admin/privacy',
    'GET /admin/backups',
    'GET /admin/customers',
    'POST /admin/customers',
    'GET /admin/customers/template',
    'POST /admin/customers/ledger',
    'GET /admin/email-settings',
    'POST /admin/email-settings',
    'GET /admin/sign-in',
    'POST /admin/sign-in',
    'GET /admin/company',
    'POST /admin/company',
    'GET /admin/company/terms',
    'POST /admin/company/terms',
    'GET /admin/company/emails',
    'GET /admin/company/emails/:kind',
    'POST /admin/company/emails/:kind',
    'GET /admin/company/emails/:kind/preview',
    // a page that Microsoft sends the browser to
    'GET /api/email-settings/microsoft/callback',
  ]),
  ...all('account page', [
    'GET /admin/account',
    // each of its forms asks for a right of its own
    'POST /admin/account',
  ]),
  ...all('account', ['GET /api/admin/me']),
  ...all('read', [
    'GET /api/analytics',
    'GET /api/applications/export',
    'GET /api/applications/recent-updates',
    'GET /api/applications/:id/attachments/:file',
  ]),
  ...all('read, also by key', [
    'GET /api/applications',
    'GET /api/applications/:id',
    'GET /api/applications/:id/directors',
  ]),
  ...all('amend', ['PATCH /api/applications/:id']),
  ...all('decide', [
    'PATCH /api/applications/:id/approve',
    'PATCH /api/applications/:id/reject',
    'GET /api/applications/:id/customer-code',
  ]),
  ...all('settings', [
    'GET /api/email-settings',
    'POST /api/email-settings',
    'POST /api/email-settings/test',
    'POST /api/email-settings/microsoft/connect',
  ]),
}

function all(policy: Policy, calls: string[]): Record<string, Policy> {
  return Object.fromEntries(calls.map((call) => [call, policy]))
}

/** The right that a policy asks for; `null` when it is not about a role. */
export function rightOf(policy: Policy): Right | null {
  const name = policy.replace(/ page$|, also by key$/, '')
  return rights.find((right) => right === name) ?? null
}
