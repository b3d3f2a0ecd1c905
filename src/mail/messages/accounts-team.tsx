import { z } from 'zod'
import { Action, documentNote, Facts, Paragraphs } from '../content/layout.tsx'
import { businessRow, safeName, safeValue } from '../content/safe-text.ts'
import { type About, about, type EmailContext, emailKind, sampleAbout } from '../email.ts'

const difference = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})

const accountDue = z.object({ application: z.string(), reviewDate: z.string() })

const proposedBy = 'an.administrator'

export const teamEmails = {
  'request-answered': emailKind(about.extend({ owner: z.string().nullable(), files: z.int() }), {
    sent: 'To the accounts team, when a customer has answered a request for information.',
    to: 'team',
    link: 'application',
    subject: 'Request answered by the client: {business}',
    before: '{business} has answered the request for information about application {reference}.',
    body: ({ owner, files, ...about }, context) =>
      record(about, context, [
        ['Assigned to', ownerName(owner)],
        ...(files > 0 ? [['Files', String(files)]] : []),
      ]),
    sample: { ...sampleAbout, owner: 'an.administrator', files: 2 },
  }),
  'approval-proposed': emailKind(
    about.extend({ proposedBy: z.string(), creditLimit: z.number(), proposedAt: z.number() }),
    {
      sent: 'To the accounts team, when an approval needs a second person.',
      to: 'team',
      link: 'proposal',
      subject: 'Second person needed: {business}',
      before:
        'The approval of application {reference} is above the limit for one person. Somebody else has to confirm or decline it.',
      body: ({ proposedBy, creditLimit, ...about }, context) =>
        record(about, context, [
          ['Proposed by', safeName(proposedBy)],
          ['Credit limit', context.wordsOf('creditLimit', String(creditLimit))],
        ]),
      sample: { ...sampleAbout, proposedBy, creditLimit: 25_000, proposedAt: 0 },
    },
  ),
  'proposal-declined': emailKind(
    about.extend({ proposedBy: z.string(), declinedBy: z.string(), reason: z.string() }),
    {
      sent: 'To the accounts team, when a second person declines a proposed approval.',
      to: 'team',
      link: 'application',
      subject: 'Proposed approval declined: {business}',
      before: 'The proposed approval of application {reference} was declined. Reason:',
      body: ({ proposedBy, declinedBy, reason, ...about }, context) => (
        <>
          <Paragraphs text={reason} />
          {record(about, context, [
            ['Proposed by', safeName(proposedBy)],
            ['Declined by', safeName(declinedBy)],
          ])}
        </>
      ),
      sample: {
        ...sampleAbout,
        proposedBy,
        declinedBy: 'a.reviewer',
        reason: 'Their last accounts are two years old.',
      },
    },
  ),
  'new-application': emailKind(about.extend({ accountType: z.string() }), {
    sent: 'To the accounts team, when an application is submitted.',
    to: 'team',
    link: 'application',
    document: 'signed',
    subject: 'New application: {business}',
    before: 'A new application is waiting for review.',
    body: ({ accountType, ...about }, context) =>
      record(about, context, [
        ['Account type', accountType === 'cash' ? 'Cash' : 'Credit'],
        ['Assigned to', ownerName(null)],
      ]),
    sample: { ...sampleAbout, accountType: 'credit' },
  }),
  'client-edit': emailKind(
    about.extend({
      owner: z.string().nullish(),
      section: z.string(),
      changes: z.array(difference),
    }),
    {
      sent: 'To the accounts team, three minutes after a customer begins to change an application.',
      to: 'team',
      link: 'application',
      subject: 'Application changed by the client: {business}',
      before: '{business} changed application {reference} in the portal: {section}.',
      body: ({ changes, owner, ...about }, context) => (
        <>
          {changes.map(({ field, before, after }) => (
            <Facts
              key={field}
              rows={[
                ['Changed', context.labelOf(field)],
                ['Before', valueText(field, before && context.wordsOf(field, before))],
                ['After', valueText(field, after && context.wordsOf(field, after))],
              ]}
            />
          ))}
          {record(about, context, [['Assigned to', ownerName(owner)]])}
        </>
      ),
      sample: {
        ...sampleAbout,
        owner: 'an.administrator',
        section: 'business',
        changes: [{ field: 'telephone', before: '020 7946 0001', after: '020 7946 0002' }],
      },
    },
  ),
  'reviews-due': emailKind(z.object({ due: z.array(accountDue) }), {
    sent: 'To the accounts team, once a week while a review date of an approved account has come.',
    to: 'team',
    link: 'reviews',
    subject: 'Accounts due for review',
    before: 'The review date of these accounts has come. Review each, and set the next date.',
    body: ({ due }, { links, wordsOf }) => (
      <>
        <Facts
          head={['Reference', 'Review date']}
          rows={due.map(({ application, reviewDate }) => [
            application,
            wordsOf('reviewDate', reviewDate),
          ])}
        />
        <Action label="Open the list" href={links.admin} />
      </>
    ),
    sample: {
      due: [{ application: sampleAbout.application, reviewDate: '2026-11-20' }],
    },
  }),
}

const record = ({ application, businessName }: About, context: EmailContext, rows: string[][]) => (
  <>
    <Facts rows={[...businessRow(businessName), ['Reference', application], ...rows]} />
    {documentNote(context, 'team')}
    <Action label="Open the application" href={context.links.admin} />
  </>
)

const ownerName = (owner?: string | null) => (owner ? safeName(owner) : 'nobody yet')

const valueText = (field: string, value: string | null) =>
  value ? safeValue(field === 'directors' ? value.replaceAll('\n', '; ') : value) : '(blank)'
