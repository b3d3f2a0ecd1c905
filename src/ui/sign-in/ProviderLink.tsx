import type { ReactNode } from 'react'
import { faultWords } from '#src/forms/sign-in/provider.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'

type Props = { href: string; name: string; children: ReactNode }

/** Renders a link, because a form may post only to our own host. */
export const ProviderLink = ({ href, name, children }: Props) => (
  <div className="stack provider-way">
    {children && <p>{children}</p>}
    <div className="actions">
      <ButtonLink href={href}>{`Sign in with ${name}`}</ButtonLink>
    </div>
  </div>
)

/** Shows the message for `fault`, which comes from the address, so an unknown text is ignored. */
export function ProviderFault({ fault, company }: { fault: string | null; company: Company }) {
  const words = fault && faultWords(fault, company.provider ?? 'The provider')
  return words ? (
    <p className="notice notice-bad" role="alert">
      {words}
    </p>
  ) : null
}
