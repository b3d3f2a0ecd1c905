import type { ReactNode } from 'react'
import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { Paragraphs } from '#src/mail/content/layout.tsx'
import { safeName } from '#src/mail/content/safe-text.ts'
import type { Email, EmailContext } from '#src/mail/email.ts'
import { type Placeholder, placeholderPattern } from '#src/mail/wordings/placeholders.ts'
import type { Wording } from '#src/mail/wordings/wordings.ts'

/** Puts the values of one email in place of the placeholders. An unknown placeholder stays as it was typed. */
export function fillWording(
  { subject, before, after }: Wording,
  email: Email,
  context: EmailContext,
): { subject: string; before: ReactNode; after: ReactNode } {
  const values = valuesOf(email, context)
  const fill = (text: string, unnamed: (at: number) => string) =>
    text.replace(placeholderPattern, (typed, name, at) =>
      name === 'business' && 'businessName' in email
        ? businessNameForEmail(email.businessName) || unnamed(at)
        : (values[name as Placeholder] ?? typed),
    )
  const paragraphs = (text: string) => (
    <Paragraphs text={fill(text, (at) => unnamedBusiness(email, at))} />
  )
  return {
    subject: fill(subject, () => values.reference ?? ''),
    before: paragraphs(before),
    after: paragraphs(after),
  }
}

function valuesOf(email: Email, context: EmailContext): Partial<Record<Placeholder, string>> {
  return {
    company: context.companyName,
    'sales email': context.salesEmail,
    telephone: context.telephone ?? context.salesEmail,
    promise: context.promise,
    ...('application' in email && { reference: email.application }),
    ...('customerCode' in email && { 'customer code': safeName(email.customerCode) }),
    ...('section' in email && { section: safeName(email.section) }),
  }
}

/** What a paragraph calls a business whose name may not stand in an email. */
function unnamedBusiness(email: Email, at: number) {
  const [first, rest] = 'to' in email ? ['y', 'our business'] : ['a', ' client']
  return (at === 0 ? first.toUpperCase() : first) + rest
}
