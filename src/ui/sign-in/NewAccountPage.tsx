import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { ProviderFault, ProviderLink } from './ProviderLink.tsx'

export type Asked = 'username' | 'fullName' | 'email'

type Fields = Record<'password' | 'confirmPassword', FieldMetadata> &
  Partial<Record<Asked, FieldMetadata>>

export type AccountLink = {
  token: string
  lead: string
  button: string
  /** Whose account it is, unless it is chosen. */
  username?: string
  takesPassword: boolean
  /** To the provider instead, if that is a way. */
  providerPath?: string
}

type Props = {
  company: Company
  title: string
  account: [FormMetadata, Fields]
  /** Beside the password; conform has a field for any name. */
  asks: readonly Asked[]
  /** A text when it does not work. */
  link: AccountLink | string
  fault: string | null
  children: ReactNode
}

export function NewAccountPage({ company, title, account, asks, link, fault, children }: Props) {
  const isDead = typeof link === 'string'
  const takesPassword = !isDead && link.takesPassword
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      {!takesPassword && <ErrorSummary faults={faultsOf(account[0])} />}
      <PageHead title={title}>{isDead ? link : link.lead}</PageHead>
      {takesPassword && <NewAccountForm {...link} {...{ account, asks }} />}
      {!isDead && link.providerPath && company.provider && (
        <ProviderLink href={link.providerPath} name={company.provider}>
          {link.takesPassword
            ? 'Or without a password here:'
            : 'Sign in there once, and your account is ready.'}
        </ProviderLink>
      )}
      {isDead && (
        <div className="actions">
          <ButtonLink variant="primary" href="/admin">
            Go to Sign-in
          </ButtonLink>
        </div>
      )}
      <ProviderFault fault={fault} company={company} />
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
}: AccountLink & Pick<Props, 'account' | 'asks'>) {
  const field = (name: Asked) => (asks.includes(name) ? fields[name] : undefined)
  const [chosen, fullName, email] = [field('username'), field('fullName'), field('email')]
  return (
    <form id={form.id} method="post" noValidate className="fields">
      <ErrorSummary faults={faultsOf(form)} />
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
      <NewPasswordFields fields={fields} label="Password" least={12} />
      <SubmitLine>{button}</SubmitLine>
    </form>
  )
}
