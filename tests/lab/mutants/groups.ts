/** Sources that are changed together, and the tests that hold what they do: each change runs no others. */
export type Group = {
  name: string
  mutate: string[]
  tests: string[]
  /** Milliseconds for a test, where many changes make it wait for ever. */
  timeout?: number
}

const unit = (...tests: string[]) => tests.map((test) => `tests/unit/${test}.test.{ts,tsx}`)
const app = (...tests: string[]) => tests.map((test) => `tests/app/${test}.test.ts`)

/** Requests whose effect shows only in the whole app. */
const ofTheApp = {
  requests: '{decision-request,mail-settings-save,portal-save,registration}',
  middleware: 'write-lock',
  sessions: '{admin-sign-in,client-session}',
}

export const groups: Group[] = [
  {
    name: 'addresses',
    mutate: ['src/security/{addresses,egress}.ts'],
    tests: unit('security/addresses', 'mail/egress*', 'http/client-address'),
  },
  {
    name: 'queue',
    mutate: ['src/security/fair-queue.ts'],
    tests: unit('security/fair-queue'),
    timeout: 3_000,
  },
  {
    name: 'secrets',
    mutate: ['src/security/!(addresses|egress|fair-queue|png|signature-image).ts'],
    tests: unit('security/!(addresses|fair-queue|signature-*|typed-signature)'),
  },
  {
    name: 'pictures',
    mutate: ['src/security/{png,signature-image}.ts'],
    tests: unit('security/signature-*'),
  },
  {
    name: 'middleware',
    mutate: ['src/http/*.{ts,tsx}', `src/http/middleware/!(${ofTheApp.middleware}).ts`],
    tests: [
      ...unit('http/!(body|cookie|sessions|security-page)', 'http/middleware/*'),
      ...app('http/{admin-networks,headers,proxy-warning}'),
    ],
  },
  {
    name: 'requests',
    mutate: ['src/http/requests/*.ts', `!src/http/requests/${ofTheApp.requests}.ts`],
    tests: unit('http/body', 'http/requests/*'),
  },
  {
    name: 'sessions',
    mutate: [
      'src/http/sessions/*.ts',
      `!src/http/sessions/${ofTheApp.sessions}.ts`,
      'src/domain/accounts/*-sessions.ts',
    ],
    tests: [...unit('http/{cookie,sessions}'), ...app('accounts/*-sessions')],
  },
  {
    name: 'access',
    mutate: ['src/domain/applications/{access,draft-access}.ts'],
    tests: app('access/*'),
  },
  {
    name: 'app',
    mutate: [
      `src/http/requests/${ofTheApp.requests}.ts`,
      `src/http/middleware/${ofTheApp.middleware}.ts`,
      `src/http/sessions/${ofTheApp.sessions}.ts`,
    ],
    tests: [
      ...unit('http/sessions'),
      ...app(
        'accounts/{admin-sign-in,client-sign-in,second-factor,sign-in-limits}',
        'applications/{client-form,form-without-scripts,typed-signature}',
        'http/write-lock',
        'mailing/email-settings-password',
        'portal/portal-edits',
        'review/{admin-calls,decisions}',
      ),
    ],
  },
]
