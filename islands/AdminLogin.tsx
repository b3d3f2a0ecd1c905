import { withCookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { goTo } from '#src/ui/calls/go-to.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { post } from '#src/ui/forms/send.ts'
import { useServerForm } from '#src/ui/forms/server-form.ts'
import { LoginLine } from '#src/ui/sign-in/LoginLine.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

type Step =
  | { step: 'password'; state: FormState<'username' | 'password'> }
  | { step: 'code'; state: FormState<'code'> }

/** Without scripts the forms post to `page`, which leads to the code, or with a session to `next`. */
export default function AdminLogin(props: { page: string; next: string } & Step) {
  return props.step === 'code' ? <CodeForm {...props} /> : <PasswordForm {...props} />
}

type PasswordProps = { page: string; state: FormState<'username' | 'password'> }

function PasswordForm({ page, state }: PasswordProps) {
  const form = useServerForm<'username' | 'password', { next: string | null; cookieSet: number }>({
    id: 'sign-in',
    of: state,
    page,
    send: post('/api/admin/login'),
    failed: adminToasts.signInFailed,
    unreachable: adminToasts.signInUnreachable,
    keeps: true,
    done: ({ next, cookieSet }) =>
      goTo(withCookieMark(page, cookieSet), next === 'code' ? null : adminToasts.signedIn),
  })
  return (
    <Form of={form} refusal="summary">
      <Field
        of={form.fields.username}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        of={form.fields.password}
        as="password"
        label="Password"
        autoComplete="current-password"
      />
      <LoginLine forgot="/admin/forgot-password" />
    </Form>
  )
}

type CodeProps = { page: string; next: string; state: FormState<'code'> }

function CodeForm({ page, next, state }: CodeProps) {
  const form = useServerForm<'code', unknown>({
    id: 'second-step',
    of: state,
    page,
    action: 'code',
    send: post('/api/admin/challenge'),
    failed: adminToasts.signInFailed,
    unreachable: adminToasts.signInUnreachable,
    done: () => goTo(next, adminToasts.signedIn),
  })
  return (
    <>
      <Form of={form} refusal="summary">
        <Field
          of={form.fields.code}
          label="Code"
          width="code"
          autoComplete="one-time-code"
          inputMode="text"
        />
        <div className="actions">
          <SubmitButton waiting="Logging in...">Login</SubmitButton>
          <Button type="submit" variant="ghost" form="again" name="action" value="again">
            Start Again
          </Button>
        </div>
      </Form>
      <PostForm id="again" action={page} />
    </>
  )
}
