import { settings } from './mail-settings.mjs'
import { registration } from './served.mjs'

const { directors, ...fields } = registration('sample@example.com')
const { mainEmail, ...withoutAddress } = fields
const pick = (...names) => Object.fromEntries(names.map((name) => [name, fields[name] ?? 'Sample']))
const password = 'not the right one'

/** `who` names the cookie; a star marks what else is tried; `undo` runs before each try. */
export const targets = ({ id, draft }) => [
  {
    route: 'POST /client-form',
    who: 'applicant',
    form: {
      ...withoutAddress,
      section: '4',
      step: 'next:4',
      'directors[0].name': 'Ann',
      'directors[0].position': 'D',
    },
  },
  { route: 'GET /success', path: '/success?id=AAAA-BBBB-CCCC' },
  {
    route: 'GET /client-form',
    path: '/client-form?section=2&resume=x&discard=x',
    who: 'applicant',
  },
  { route: 'GET /client-login', path: '/client-login?flash=signed-out' },
  { route: 'GET /client/set-password', path: '/client/set-password?token=abc' },
  {
    route: 'POST /client/set-password',
    form: { token: 'abc', password, confirmPassword: password },
  },
  { route: 'POST /api/client/set-password', json: { token: 'abc', password } },
  { route: 'POST /client/forgot-password', form: { email: 'settled@example.com' } },
  { route: 'POST /api/client/forgot-password', json: { email: 'settled@example.com' } },
  { route: 'POST /client-login', form: { email: 'settled@example.com', password } },
  { route: 'POST /api/client/login', json: { email: 'settled@example.com', password } },
  { route: 'POST /admin', form: { username: 'warden', password, step: 'x' } },
  { route: 'POST /api/admin/login', json: { username: 'warden', password } },
  { route: 'POST /api/admin/challenge', json: { code: '123456' }, who: 'admin' },

  { route: 'GET /api/client/me', path: '/api/client/me', who: 'client', everything: true },
  {
    route: 'GET /client-portal',
    path: '/client-portal?tab=buyer&edit=buyer&flash=updated',
    who: 'client',
  },
  ...[
    ['business', pick(...Object.keys(withoutAddress).slice(0, 9), 'previousAddress', 'fax')],
    [
      'accounts',
      {
        ...pick('accountsContact', 'invoiceAddress', 'invoicePostCode'),
        accountsEmail: 'a@example.com',
        accountsTel: '1',
        accountsFax: '2',
        poMandatory: 'yes',
      },
    ],
    [
      'buyer',
      {
        buyerName: 'Sample',
        buyerEmail: 'b@example.com',
        buyerTel: '1',
        buyerFax: '2',
        buyerMobile: '3',
      },
    ],
    [
      'delivery',
      {
        ...pick('siteContact', 'deliveryAddress', 'deliveryPostCode', 'position'),
        specialInstructions: 'none',
      },
    ],
    ['directors', { directors }],
  ].map(([section, json]) => ({
    route: 'PUT /api/client/application/:section',
    path: `/api/client/application/${section}*`,
    headers: { 'If-Match': '*' },
    who: 'client',
    json,
  })),
  {
    route: 'PUT /api/client/application/:section',
    path: '/api/client/application/business',
    who: 'client',
    json: { mainEmail: 'settled@example.com' },
  },
  {
    route: 'POST /client-portal',
    who: 'client',
    form: {
      section: 'buyer',
      version: '1',
      buyerName: 'Sample',
      buyerEmail: 'b@example.com',
    },
  },

  {
    route: 'GET /api/applications',
    path: '/api/applications?search=sample&status=submitted&limit=50&cursor=9',
    who: 'admin',
  },
  {
    route: 'GET /api/applications/export',
    path: '/api/applications/export?search=sample&status=submitted',
    who: 'admin',
  },
  {
    route: 'GET /api/applications/recent-updates',
    path: '/api/applications/recent-updates',
    who: 'admin',
    everything: true,
  },
  {
    route: 'GET /admin/dashboard',
    path: '/admin/dashboard?search=sample&status=submitted&cursor=9&dialog=account',
    who: 'admin',
  },
  { route: 'GET /api/applications/:id', path: `/api/applications/${id}*`, who: 'admin' },
  {
    route: 'GET /api/applications/:id/directors',
    path: `/api/applications/${id}*/directors`,
    who: 'admin',
  },
  {
    route: 'GET /api/applications/:id/notes',
    path: `/api/applications/${id}*/notes`,
    who: 'admin',
  },
  {
    route: 'GET /api/applications/:id/pdf',
    path: `/api/applications/${id}*/pdf?version=signed*`,
    who: 'admin',
  },
  {
    route: 'GET /admin/applications/:id',
    path: `/admin/applications/${id}*?edit=1*&dialog=approve*&done=save*`,
    who: 'admin',
  },
  {
    route: 'PATCH /api/applications/:id/sign-in-address',
    path: `/api/applications/${id}*/sign-in-address`,
    who: 'admin',
    json: { email: 'moved@example.com' },
  },
  {
    route: 'PATCH /api/applications/:id',
    path: `/api/applications/${id}*`,
    headers: { 'If-Match': '*' },
    who: 'admin',
    json: { ...withoutAddress, specialInstructions: 'none' },
  },
  {
    route: 'POST /api/applications/:id/notes',
    path: `/api/applications/${id}*/notes`,
    who: 'admin',
    json: { text: 'Sample' },
  },
  {
    route: 'POST /admin/applications/:id',
    path: `/admin/applications/${id}*`,
    who: 'admin',
    form: {
      action: 'save',
      version: '1',
      businessName: 'Sample',
      note: 'Sample',
      customerCode: 'S',
      reason: 'S',
      signInEmail: 's@example.com',
    },
  },
  {
    route: 'POST /admin/dashboard',
    who: 'admin',
    form: { action: 'signature', typedName: 'Ann Sample', code: '123456', password },
  },
  { route: 'POST /api/admin/account/confirm', who: 'admin', json: { password } },
  {
    route: 'POST /api/admin/account/password',
    who: 'admin',
    json: { currentPassword: password, newPassword: 'another kettle on 4 hobs' },
  },
  {
    route: 'PUT /api/admin/account/signature',
    who: 'admin',
    json: { signature: 'data:image/png;base64,AAAA' },
  },
  { route: 'PUT /api/admin/account/totp', who: 'admin', json: { code: '123456' } },
  { route: 'DELETE /api/admin/account/totp', who: 'admin', json: { code: '123456' } },
  { route: 'POST /api/email-settings', who: 'admin', json: settings },
  {
    route: 'POST /admin/email-settings',
    who: 'admin',
    form: { ...settings, email: '1', action: 'resend' },
  },
  {
    route: 'GET /admin/email-settings',
    path: '/admin/email-settings?done=saved&microsoft=connected',
    who: 'admin',
  },
  { route: 'POST /api/email-settings/test', who: 'admin', json: { testEmail: 'to@example.com' } },
  { route: 'POST /api/email-settings/outbox', who: 'admin', json: { id: 1, action: 'resend' } },
  {
    route: 'GET /api/email-settings/microsoft/callback',
    path: '/api/email-settings/microsoft/callback?state=abc&code=def',
    who: 'admin',
  },

  {
    route: 'PUT /api/applications/:id',
    path: `/api/applications/${draft}*`,
    who: 'applicant',
    json: { ...withoutAddress, currentSection: 4, completionPercentage: 80, status: 'draft' },
  },
  {
    route: 'POST /api/applications/:id/directors',
    path: `/api/applications/${draft}*/directors`,
    who: 'applicant',
    json: { directors },
  },
  { route: 'POST /api/applications', json: { mainEmail: 'settled@example.com' } },
  {
    route: 'POST /api/applications',
    everything: true,
    headers: { 'Idempotency-Key': 'sample-key*' },
    json: { buyerName: 'Sample', currentSection: 0 },
  },
  {
    route: 'PATCH /api/applications/:id/approve',
    path: `/api/applications/${id}*/approve`,
    who: 'admin',
    json: { customerCode: 'SAMPLE-1' },
    undo: { path: `/api/applications/${id}/reject`, json: { reason: 'again' } },
  },
  {
    route: 'PATCH /api/applications/:id/reject',
    path: `/api/applications/${id}*/reject`,
    who: 'admin',
    json: { reason: 'Sample' },
    undo: { path: `/api/applications/${id}/approve`, json: { customerCode: 'SAMPLE-2' } },
  },
]
