import { renderToStaticMarkup } from 'react-dom/server'
import {
  Action,
  Layout,
  Paragraph,
  Paragraphs,
  PlainLink,
  textOf,
} from '#src/mail/content/layout.tsx'
import { businessNameForEmail, safeName } from '#src/mail/content/safe-text.ts'
import { type Placeholder, placeholderPattern, type Wording } from '#src/mail/content/words.ts'
import type { EmailContext } from '../email.ts'
import { type Email, partsOf } from './kinds.ts'

const chooseNew = 'Choose a new password'

export function composeEmail(email: Email, context: EmailContext, wording?: Wording) {
  const { to, original, body: facts, newPassword } = partsOf(email)
  const { subject, before, after } = fillWording(wording ?? original, email, context)
  const body = (
    <>
      <Paragraphs text={before} />
      {facts(email, context)}
      <Paragraphs text={after} />
      {newPassword === 'button' && <Action label={chooseNew} href={context.links.forgotPassword} />}
      {newPassword === 'link' && (
        <Paragraph>
          <PlainLink label={chooseNew} href={context.links.forgotPassword} />
        </Paragraph>
      )}
    </>
  )
  const { accent, logo, companyName, companyDetails, salesEmail } = context
  const questions = to === 'customer' && questionsTo(context)
  const layout = { accent, logo, companyName, companyDetails, heading: subject, questions }
  return {
    subject,
    html: `<!doctype html>${renderToStaticMarkup(<Layout {...layout}>{body}</Layout>)}`,
    text: textOf(body, layout),
    replyTo: to === 'team' ? null : salesEmail,
  }
}

const questionsTo = ({ salesEmail, telephone }: EmailContext) => (
  <>
    Questions? Reply to this email, or write to{' '}
    <a href={`mailto:${encodeURIComponent(salesEmail).replace('%40', '@')}`}>{salesEmail}</a>
    {telephone && (
      <>
        , or call <a href={`tel:${telephone.replace(/[^+\d]/g, '')}`}>{telephone}</a>
      </>
    )}
    .
  </>
)

function fillWording({ subject, before, after }: Wording, email: Email, context: EmailContext) {
  const values = valuesOf(email, context)
  const fill = (text: string, unnamed: (at: number) => string) =>
    text.replace(placeholderPattern, (placeholder, name, at) =>
      name === 'business' && 'businessName' in email
        ? businessNameForEmail(email.businessName) || unnamed(at)
        : (values[name as Placeholder] ?? placeholder),
    )
  const inParagraph = (at: number) => unnamedBusiness(email, at)
  return {
    subject: fill(subject, () => values.reference ?? ''),
    before: fill(before, inParagraph),
    after: fill(after, inParagraph),
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

function unnamedBusiness(email: Email, at: number) {
  const [first, rest] = 'to' in email ? ['y', 'our business'] : ['a', ' client']
  return (at === 0 ? first.toUpperCase() : first) + rest
}
