import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { type Company, Layout } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/public.css?inline'

export const title = '404 Page Not Found'
export { styles }

export default function NotFound({ company }: { company: Company }) {
  return (
    <Layout company={company} width="narrow">
      <div className="centre">
        <Dial reading={4} />
        <h1>404 Page Not Found</h1>
        <p className="lead">
          There is no page at this address. Check that it is typed correctly and that no part of it
          is missing.
        </p>
        <div className="weights">
          <ButtonLink variant="primary" href="/">
            Return to Home
          </ButtonLink>
          <ButtonLink variant="ghost" href="/client-login">
            Client Portal Login
          </ButtonLink>
        </div>
      </div>
    </Layout>
  )
}
