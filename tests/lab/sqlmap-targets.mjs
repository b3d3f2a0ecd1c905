import { settings } from './mail-settings.mjs'
import { registration } from './served.mjs'

const { directors, mainEmail: _, ...fields } = registration('sample@example.com')
const password = 'not the right one'
const settled = 'settled@example.com'
const buyer = { buyerName: 'Sample', buyerEmail: 'b@example.com' }
const pick = (...names) => Object.fromEntries(names.map((name) => [name, fields[name]]))

/** The sections of the portal, by the names that its calls have for their fields. */
const portalSections = {
  business: pick(
    ...['accountType', 'businessName', 'businessAddress', 'postCode', 'telephone', 'fax', 'mobile'],
    ...['coRegistration', 'vatNo', 'eoriNumber', 'previousAddress'],
  ),
  accounts: {
    ...pick('accountsContact', 'invoiceAddress', 'invoicePostCode'),
    ...{ accountsEmail: 'a@example.com', accountsTel: '1', accountsFax: '2', poMandatory: 'yes' },
  },
  buyer: { ...buyer, buyerTel: '1', buyerFax: '2', buyerMobile: '3' },
  delivery: {
    ...pick('siteContact', 'deliveryAddress', 'deliveryPostCode', 'position'),
    specialInstructions: 'none',
  },
  directors: { directors },
}

/**
 * Every request to try. A star marks what sqlmap tries beside the parameters; `undo` runs before each try. An `:id` is
 * the applicant's draft, or the submitted application for everybody else.
 */
export function targets({ id, draft }) {
  const target = (who, route, { query = '', ...sent } = {}) => {
    const path = route.split(' ')[1].replace(':id', who === 'applicant' ? `${draft}*` : `${id}*`)
    return { who, route, path: path + query, ...sent }
  }
  const nobody = (route, sent) => target(null, route, sent)
  const applicant = (route, sent) => target('applicant', route, sent)
  const client = (route, sent) => target('client', route, sent)
  const admin = (route, sent) => target('admin', route, sent)
  const portalSection = 'PUT /api/client/application/:section'

  return [
    nobody('GET /success', { query: '?id=AAAA-BBBB-CCCC' }),
    nobody('GET /client-login', { query: '?flash=signed-out' }),
    nobody('GET /client/set-password', { query: '?token=abc' }),
    nobody('POST /client/set-password', {
      form: { token: 'abc', password, confirmPassword: password },
    }),
    nobody('POST /api/client/set-password', { json: { token: 'abc', password } }),
    nobody('POST /client/forgot-password', { form: { email: settled } }),
    nobody('POST /api/client/forgot-password', { json: { email: settled } }),
    nobody('POST /client-login', { form: { email: settled, password } }),
    nobody('POST /api/client/login', { json: { email: settled, password } }),
    nobody('POST /admin', { form: { username: 'reviewer', password, step: 'x' } }),
    nobody('POST /api/admin/login', { json: { username: 'reviewer', password } }),
    nobody('POST /api/applications', { json: { mainEmail: settled } }),
    nobody('POST /api/applications', {
      everything: true,
      headers: { 'Idempotency-Key': 'sample-key*' },
      json: { buyerName: 'Sample', currentSection: 0 },
    }),

    applicant('GET /client-form', { query: '?section=2&resume=x&discard=x' }),
    applicant('POST /client-form', {
      form: {
        ...{ ...fields, section: '4', step: 'next:4' },
        ...{ 'directors[0].name': 'Ann', 'directors[0].position': 'D' },
      },
    }),
    applicant('PUT /api/applications/:id', {
      json: { ...fields, currentSection: 4, completionPercentage: 80, status: 'draft' },
    }),
    applicant('POST /api/applications/:id/directors', { json: { directors } }),

    client('GET /api/client/me', { everything: true }),
    client('GET /client-portal', { query: '?tab=buyer&edit=buyer&flash=updated' }),
    client('POST /client-portal', { form: { section: 'buyer', version: '1', ...buyer } }),
    ...Object.entries(portalSections).map(([section, json]) => ({
      ...client(portalSection, { headers: { 'If-Match': '*' }, json }),
      path: `/api/client/application/${section}*`,
    })),
    {
      ...client(portalSection, { json: { mainEmail: settled } }),
      path: '/api/client/application/business',
    },

    admin('POST /api/admin/challenge', { json: { code: '123456' } }),
    admin('GET /api/applications', { query: '?search=sample&status=submitted&limit=50&cursor=9' }),
    admin('GET /api/applications/export', { query: '?search=sample&status=submitted' }),
    admin('GET /api/applications/recent-updates', { everything: true }),
    admin('GET /admin/dashboard', {
      query: '?search=sample&status=submitted&cursor=9&dialog=account',
    }),
    admin('GET /api/applications/:id'),
    admin('GET /api/applications/:id/directors'),
    admin('GET /api/applications/:id/notes'),
    admin('GET /api/applications/:id/pdf', { query: '?version=signed*' }),
    admin('GET /admin/applications/:id', { query: '?edit=1*&dialog=approve*&done=save*' }),
    admin('PATCH /api/applications/:id/sign-in-address', { json: { email: 'moved@example.com' } }),
    admin('PATCH /api/applications/:id', {
      headers: { 'If-Match': '*' },
      json: { ...fields, specialInstructions: 'none' },
    }),
    admin('POST /api/applications/:id/notes', { json: { text: 'Sample' } }),
    admin('POST /admin/applications/:id', {
      form: {
        ...{ action: 'save', version: '1', businessName: 'Sample', note: 'Sample' },
        ...{ customerCode: 'S', reason: 'S', signInEmail: 's@example.com' },
      },
    }),
    admin('PATCH /api/applications/:id/approve', {
      json: { customerCode: 'SAMPLE-1' },
      undo: { path: `/api/applications/${id}/reject`, json: { reason: 'again' } },
    }),
    admin('PATCH /api/applications/:id/reject', {
      json: { reason: 'Sample' },
      undo: { path: `/api/applications/${id}/approve`, json: { customerCode: 'SAMPLE-2' } },
    }),
    admin('POST /admin/dashboard', {
      form: { action: 'signature', typedName: 'Ann Sample', code: '123456', password },
    }),
    admin('POST /api/admin/account/confirm', { json: { password } }),
    admin('POST /api/admin/account/password', {
      json: { currentPassword: password, newPassword: 'another kettle on 4 hobs' },
    }),
    admin('PUT /api/admin/account/signature', {
      json: { signature: 'data:image/png;base64,AAAA' },
    }),
    admin('PUT /api/admin/account/totp', { json: { code: '123456' } }),
    admin('DELETE /api/admin/account/totp', { json: { code: '123456' } }),
    admin('POST /api/email-settings', { json: settings }),
    admin('POST /api/email-settings/test', { json: { testEmail: 'to@example.com' } }),
    admin('POST /api/email-settings/outbox', { json: { id: 1, action: 'resend' } }),
    admin('GET /api/email-settings/microsoft/callback', { query: '?state=abc&code=def' }),
    admin('GET /admin/email-settings', { query: '?done=saved&microsoft=connected' }),
    admin('POST /admin/email-settings', { form: { ...settings, email: '1', action: 'resend' } }),
  ]
}
