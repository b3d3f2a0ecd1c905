import type { ComponentProps, ReactNode } from 'react'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import { NewAccountForm } from './NewAccountForm.tsx'

type NewAccountPageProps = {
  company: Company
  title: string
  lead: string
  errors: Record<string, string>
  /** `null` when the link does not work. */
  form: Omit<ComponentProps<typeof NewAccountForm>, 'errors'> | null
  /** The script that shows passwords. */
  children: ReactNode
}

/** The page that a link to a new account of the back office opens. */
export function NewAccountPage(props: NewAccountPageProps) {
  const { company, title, lead, errors, form, children } = props
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      <ErrorSummary faults={errors} />
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {form ? (
        <NewAccountForm {...form} errors={errors} />
      ) : (
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
