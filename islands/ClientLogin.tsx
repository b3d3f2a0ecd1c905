import { useEffect, useState } from 'react'
import { withCookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { goTo } from '#src/ui/calls/go-to.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { post } from '#src/ui/forms/send.ts'
import { useServerForm } from '#src/ui/forms/server-form.ts'
import { LoginLine } from '#src/ui/sign-in/LoginLine.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { takeKeptAddress, tell } from '#src/ui/toasts/store.ts'
import { worded } from '#src/ui/toasts/toast.ts'

type Props = {
  /** The form posts here without scripts. With a session this page leads to `next`. */
  page: string
  next: string
  state: FormState<'email' | 'password'>
}

export default function ClientLogin({ page, next, state }: Props) {
  const [address, setAddress] = useState('')
  useEffect(() => setAddress(takeKeptAddress()), [])
  const form = useServerForm<'email' | 'password', { cookieSet: number }>({
    id: 'sign-in',
    of: address ? { ...state, values: { ...state.values, email: address } } : state,
    page,
    send: post('/api/client/login'),
    failed: worded(clientToasts.signInFailed),
    unreachable: clientToasts.signInUnreachable,
    keeps: true,
    done({ cookieSet }) {
      const path = withCookieMark(page, cookieSet)
      if (!next.startsWith('/api/')) return goTo(path, clientToasts.signedIn)
      // The browser may save a file instead of showing it, and then this page stays.
      tell(clientToasts.signedIn)
      location.assign(path)
    },
  })
  return (
    <Form of={form} refusal="summary">
      <Field
        of={form.fields.email}
        as="email"
        label="Email"
        autoComplete="username"
        spellCheck={false}
      />
      <Field
        of={form.fields.password}
        as="password"
        label="Password"
        autoComplete="current-password"
        shows="Show password"
      />
      <LoginLine forgot="/client/forgot-password" />
    </Form>
  )
}
