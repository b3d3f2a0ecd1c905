import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { PageHead } from '#src/ui/layout/Layout.tsx'

/** Replaces the form if the link to a staff account does not work. */
export const DeadAccountLink = ({ title, why }: { title: string; why: string }) => (
  <>
    <PageHead title={title}>{why}</PageHead>
    <div className="actions">
      <ButtonLink variant="primary" href="/admin">
        Go to Sign-in
      </ButtonLink>
    </div>
  </>
)
