import type { ReactNode } from 'react'
import { faultWords } from '#src/forms/sign-in/provider.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'

type Props = { href: string; name: string; children: ReactNode }

/** A link: a form may only post to ourselves. */
export const ProviderLink = ({ href, name, children }: Props) => (
  <div className="stack provider-way">
    {children && <p>{children}</p>}
    <div className="actions">
      <ButtonLink href={href}>{`Sign in with ${name}`}</ButtonLink>
    </div>
  </div>
)

/** `fault` is from the address, so any other text is nothing. */
export function ProviderFault({ fault, company }: { fault: string | null; company: Company }) {
  const words = fault && faultWords(fault, company.provider ?? 'The provider')
  return words ? (
    <p className="notice notice-bad" role="alert">
      {words}
    </p>
  ) : null
}
