import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { PasswordField, TextField } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'

type Asked = 'username' | 'fullName' | 'email'

type Fields = Record<'password' | 'confirmPassword', FieldMetadata> &
  Partial<Record<Asked, FieldMetadata>>

type Props = {
  company: Company
  title: string
  lead: string
  account: [FormMetadata, Fields]
  /** Beside the password; conform has a field for any name. */
  asks: readonly Asked[]
  /** `null` when the link does not work. */
  link: { token: string; username?: string; button: string } | null
  /** Whether a password may be chosen. */
  takesPassword?: boolean
  /** Another way than a password. */
  way?: ReactNode
  children: ReactNode
}

export function NewAccountPage(props: Props) {
  const { company, title, lead, account, asks, link, takesPassword = true, way, children } = props
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      <ErrorSummary faults={faultsOf(account[0])} />
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {link && takesPassword && <NewAccountForm {...link} {...{ account, asks }} />}
      {way}
      {!link && (
        <div className="actions">
          <ButtonLink variant="primary" href="/admin">
            Go to sign-in
          </ButtonLink>
        </div>
      )}
      {children}
    </Layout>
  )
}

function NewAccountForm({
  token,
  username,
  account: [form, fields],
  asks,
  button,
}: NonNullable<Props['link']> & Pick<Props, 'account' | 'asks'>) {
  const field = (name: Asked) => (asks.includes(name) ? fields[name] : undefined)
  const [chosen, fullName, email] = [field('username'), field('fullName'), field('email')]
  return (
    <form id={form.id} method="post" noValidate className="fields">
      <input type="hidden" name="token" value={token} />
      <TextField
        {...(chosen
          ? inputOf(chosen)
          : { id: 'username', name: 'username', defaultValue: username, readOnly: true })}
        label="Username"
        hint={
          chosen
            ? 'You sign in with it. Colleagues see it with your decisions.'
            : 'You sign in with it.'
        }
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      {fullName && (
        <TextField
          {...inputOf(fullName)}
          label="Your full name"
          hint="Printed in the documents of your decisions."
          autoComplete="name"
        />
      )}
      {email && (
        <TextField
          {...inputOf(email, 'email')}
          label="Email (optional)"
          hint="For a link when you forget your password."
          autoComplete="email"
          required={false}
        />
      )}
      <PasswordField
        {...inputOf(fields.password, 'password')}
        label="Password"
        hint="At least 12 characters. Three or four unrelated words work well."
        autoComplete="new-password"
        together={null}
      />
      <PasswordField
        {...inputOf(fields.confirmPassword, 'password')}
        label="Confirm password"
        together={[fields.password.id]}
        autoComplete="new-password"
      />
      <SubmitLine>{button}</SubmitLine>
    </form>
  )
}
