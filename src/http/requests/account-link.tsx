import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { type AccountLink, type Asked, NewAccountPage } from '#src/ui/sign-in/NewAccountPage.tsx'
import { actions } from './actions.ts'
import { checkForm } from './form-request.ts'

type Passwords = Record<'token' | 'password' | 'confirmPassword', string>

type Options<Input> = {
  title: string
  schema: z.ZodType<Input, Passwords>
  asks: readonly Asked[]
  /** What the link is for; a text when it does not work. */
  read: (c: Ctx, token: string) => Omit<AccountLink, 'token'> | string
  accept: (c: Ctx, input: Input) => Promise<string>
}

/** A page that a single-use link opens, to choose a password. Mail scanners open links too: that uses none up. */
export function accountLink<Input>(options: Options<Input>) {
  const { read, accept, ...fixed } = options
  return {
    GET: (c: Ctx) => show(c, c.req.query('token') ?? ''),
    POST: actions({ default: use }, (c, { status, message, form, reply }) =>
      show(c, form.get('token') ?? '', { status, message, lastResult: reply('password') }),
    ),
  }

  async function use(c: Ctx, form: URLSearchParams) {
    await limit(c, 'setPassword')
    const token = form.get('token') ?? ''
    const isDead = typeof read(c, token) === 'string'
    return isDead ? show(c, token) : accept(c, checkForm(fixed.schema, form))
  }

  function show(c: Ctx, token: string, refused?: Refused) {
    const account = read(c, token)
    const isDead = typeof account === 'string'
    const props = {
      ...fixed,
      link: isDead ? (refused?.message ?? account) : { token, ...account },
      fault: c.req.query('provider') ?? null,
      lastResult: refused?.lastResult,
    }
    return page(LinkPage, props, {
      ...titled(fixed.title, refused?.status ?? 200),
      ...(isDead && !refused && { status: 400 }),
      headers: { 'Referrer-Policy': 'same-origin' },
    })
  }
}

type Refused = { status: number; message: string; lastResult: SubmissionResult }

type Props = {
  company: Company
  title: string
  schema: z.ZodType<unknown, Passwords>
  asks: readonly Asked[]
  link: AccountLink | string
  fault: string | null
  lastResult: SubmissionResult | undefined
}

function LinkPage({ schema, lastResult, ...props }: Props) {
  return (
    <NewAccountPage {...props} account={usePageForm('account', schema, { lastResult })}>
      <Script name="call-form" />
    </NewAccountPage>
  )
}
