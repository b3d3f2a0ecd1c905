import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { goTo } from '#src/ui/calls/go-to.ts'
import { TextField, Username } from '#src/ui/fields/Field.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { post } from '#src/ui/forms/send.ts'
import { type ServerForm, useServerForm } from '#src/ui/forms/server-form.ts'
import type { Asked, Passwords, SetPasswordProps } from '#src/ui/sign-in/set-password.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { worded } from '#src/ui/toasts/toast.ts'

/** Asks for a new password twice, on the pages of single-use links. Clients make a call, and staff post to the page. */
export default function SetPassword(props: SetPasswordProps) {
  return props.who === 'client' ? <ForClients {...props} /> : <ForStaff {...props} />
}

const differs = ({ password, confirmPassword }: Record<string, unknown>) => {
  const errors: Record<string, string> = {}
  if (password !== confirmPassword) errors.confirmPassword = signInTexts.match
  return errors
}

function ForClients({ token, username, button, state }: SetPasswordProps) {
  const form = useServerForm<Passwords, unknown>({
    id: 'set-password',
    of: state,
    page: '/client/set-password',
    send: post('/api/client/set-password'),
    body: ({ token, password }) => ({ token, password }),
    check: differs,
    failed: worded(clientToasts.passwordFailed),
    unreachable: clientToasts.passwordUnreachable,
    done: () => goTo('/client-login', clientToasts.passwordSet, username),
  })
  return (
    <Form of={form} refusal="summary" hidden={{ token }}>
      <Username of={username} />
      <NewPassword of={form} label="New password" least={8} />
      <SubmitButton waiting="Setting password...">{button}</SubmitButton>
    </Form>
  )
}

function ForStaff({ token, username, asks, button, state }: SetPasswordProps) {
  const form = useServerForm<Passwords>({
    id: 'account',
    of: state,
    check: differs,
    failed: adminToasts.accountFailed,
    unreachable: adminToasts.signInUnreachable,
  })
  // conform creates a field for any name.
  const fields = form.fields as ServerForm<Passwords | Asked>['fields']
  return (
    <Form of={form} refusal="summary" hidden={{ token }}>
      {asks.includes('username') ? (
        <Field
          of={fields.username}
          label="Username"
          hint="You sign in with it. Colleagues see it with your decisions."
          {...usernameInput}
        />
      ) : (
        <TextField
          id="username"
          name="username"
          label="Username"
          hint="You sign in with it."
          defaultValue={username}
          readOnly
          {...usernameInput}
        />
      )}
      {asks.includes('fullName') && (
        <Field
          of={fields.fullName}
          label="Your full name"
          hint="Printed in the documents of your decisions."
          autoComplete="name"
        />
      )}
      {asks.includes('email') && (
        <Field
          of={fields.email}
          as="email"
          label="Email (optional)"
          hint="We send a link here if you forget your password."
          autoComplete="email"
          required={false}
        />
      )}
      <NewPassword of={form} label="Password" least={12} />
      <SubmitButton waiting="Setting password...">{button}</SubmitButton>
    </Form>
  )
}

const usernameInput = { autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }

type NewPasswordProps = {
  of: ServerForm<Passwords>
  label: string
  /** The least number of characters. */
  least: number
}

function NewPassword({ of: { fields }, label, least }: NewPasswordProps) {
  // The server judges staff passwords.
  const pattern = least === 8 ? '.{8,}' : undefined
  return (
    <>
      <Field
        of={fields.password}
        as="password"
        label={label}
        hint={`At least ${least} characters. Three or four unrelated words work well.`}
        autoComplete="new-password"
        pattern={pattern}
      />
      <Field
        of={fields.confirmPassword}
        as="password"
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        pattern={pattern}
        shows="Show passwords"
      />
    </>
  )
}
