import { z } from 'zod'
import {
  Action,
  Aside,
  documentNote,
  Facts,
  forgottenPassword,
  howToSignIn,
  Paragraph,
  PlainLink,
  passwordLinkLimits,
  portalAccess,
  portalButton,
  Quoted,
} from '#src/mail/content/layout.tsx'
import { businessRow, safeName, safeValue } from '#src/mail/content/safe-text.ts'
import {
  about,
  correspondent,
  type EmailContext,
  emailKind,
  sampleAbout,
  sampleClient,
  toClient,
} from '#src/mail/email.ts'

const aboutCustomer = about.extend(toClient.shape)

const aboutReceipt = aboutCustomer.extend({
  question: z.object({ request: z.int(), text: z.string(), takesFiles: z.boolean() }).optional(),
})

const aboutRequest = aboutCustomer.extend({ request: z.int(), text: z.string() })

const aboutCode = aboutCustomer.extend({ customerCode: z.string() })

const aboutApproval = aboutCode.extend({
  agreed: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
})

const aboutDraft = z.object({ to: correspondent, draft: z.string() })

const aboutSignature = aboutDraft.extend({
  businessName: z.string(),
  askedBy: z.string(),
  askedAt: z.int(),
})

const { to } = sampleClient
const sample = { ...sampleAbout, ...sampleClient }
const sampleRequest = {
  ...sample,
  request: 0,
  text: 'Your last annual accounts, and the bank’s address.',
}
const howToAnswer = 'Please answer in the client portal. You can attach files there.'
const howToAnswerLater = (takesFiles: boolean) =>
  takesFiles
    ? 'Please answer in the client portal, where you can attach files too. Our review does not wait for it.'
    : 'Please answer in the client portal. Our review does not wait for it.'
const usedAgain =
  'Somebody, most likely you, used this email address to apply again or for another account.'
const sampleDraft = { to, draft: sampleAbout.application }

export const applicationEmails = {
  receipt: emailKind(aboutReceipt, {
    sent: 'To the applicant, when an application is submitted.',
    link: 'portal',
    document: 'signed',
    subject: 'We have received your application {reference}',
    before: 'Thank you for your application. Our team will contact you within {promise}.',
    body: ({ application, businessName, question }, context) => (
      <>
        <Facts rows={[['Reference', application], ...businessRow(businessName)]} />
        {documentNote(context, 'customer')}
        {question && (
          <>
            <Quoted label="We also ask every applicant for credit:" text={question.text} />
            <Paragraph>{howToAnswerLater(question.takesFiles)}</Paragraph>
          </>
        )}
        {portalAccess(context)}
      </>
    ),
    sample,
  }),
  approval: emailKind(aboutApproval, {
    sent: 'To the customer, when an application is approved.',
    link: 'portal',
    document: 'countersigned',
    subject: 'Your application {reference} has been approved',
    before:
      'Your application for a trade account has been approved. Please quote your customer code when you order.',
    body: codeBody,
    sample: {
      ...sample,
      customerCode: 'EXA001',
      agreed: [
        { label: 'Credit limit', value: '£25,000' },
        { label: 'Payment terms', value: '30 days net' },
      ],
    },
  }),
  'code-corrected': emailKind(aboutCode, {
    sent: 'To the customer, when a wrong customer code of an approved application is corrected.',
    link: 'portal',
    document: 'countersigned',
    subject: 'Your customer code at {company} has been corrected',
    before:
      'The customer code that we gave you before was wrong, and we are sorry. Your account is open as before. Please quote this code from now on.',
    body: codeBody,
    sample: { ...sample, customerCode: 'EXA002' },
  }),
  rejection: emailKind(aboutCustomer.extend({ reason: z.string().nullable() }), {
    sent: 'To the customer, when an application is rejected.',
    link: 'portal',
    document: 'decision',
    subject: 'Your application {reference} has not been approved',
    before: 'We are sorry, but we cannot approve your application for a trade account.',
    body: ({ application, businessName, reason }, context) => (
      <>
        {reason && <Quoted label="Reason:" text={reason} />}
        {portalAccess(
          context,
          reason
            ? 'If this can be put right, correct your details in the client portal and reply to this email. We can then look at your application again.'
            : 'Reply to this email if you want to know why. You can see your application in the client portal.',
        )}
        <Facts rows={[...businessRow(businessName), ['Reference', application]]} />
        {documentNote(context, 'customer')}
      </>
    ),
    sample: { ...sample, reason: 'We could not reach your trade references.' },
  }),
  'signature-thanks': emailKind(about.extend({ to: correspondent }), {
    sent: 'To the person whom an applicant has asked to sign, when they have signed.',
    subject: 'You have signed application {reference} to {company}',
    before: 'Thank you. The application has been signed and sent to us.',
    after: 'If you have not signed it, please tell us at once.',
    body: ({ application, businessName }, { when }) => (
      <>
        <Facts
          rows={[
            ['Reference', application],
            ...businessRow(businessName),
            ['Signed and sent', when],
          ]}
        />
        <Paragraph>
          You can open the signed document for 7 days in the browser in which you signed. The
          receipt has gone to the main email address of the application.
        </Paragraph>
      </>
    ),
    sample: { ...sampleAbout, to: { name: 'Sam Example', address: 'sam@example.com' } },
  }),
  documents: emailKind(aboutCustomer, {
    sent: 'To the customer, once, when the email address has been confirmed by setting a password or by a link. It brings the sealed documents, if documents are attached at all.',
    link: 'portal',
    document: 'signed',
    subject: 'Your documents for application {reference}',
    before: 'Your email address is confirmed now, so we can send you your documents.',
    body: ({ application, businessName }, context) => (
      <>
        <Facts rows={[['Reference', application], ...businessRow(businessName)]} />
        {documentNote(context, 'customer')}
        {portalAccess(context)}
      </>
    ),
    sample,
  }),
  'portal-invitation': emailKind(aboutCode, {
    sent: 'To an imported customer, when invitations were chosen.',
    link: 'portal',
    subject: 'Your account with {company} is now online',
    before:
      'Your trade account has a client portal now. You can see and change your details there, once you have chosen a password.',
    body: ({ businessName, customerCode }, { links }) => (
      <>
        <Facts rows={[['Customer code', safeName(customerCode)], ...businessRow(businessName)]} />
        {portalButton(links)}
        {howToSignIn(links)}
      </>
    ),
    sample: { ...sample, customerCode: 'EXA001' },
  }),
  'information-request': emailKind(aboutRequest, {
    sent: 'To the customer, when a reviewer asks for what is missing in an application.',
    link: 'request',
    subject: 'We need more information for your application {reference}',
    before: `Before we can decide on your application, we need your answer. ${howToAnswer}`,
    body: requestBody,
    sample: sampleRequest,
  }),
  'information-reminder': emailKind(aboutRequest, {
    sent: 'To the customer, once, when a request for information has had no answer for three days.',
    link: 'request',
    subject: 'Reminder: we need more information for your application {reference}',
    before: `We have not had your answer to our question about your application yet. ${howToAnswer}`,
    body: requestBody,
    sample: sampleRequest,
  }),
}

export const accountEmails = {
  // this email contains nothing that a client has typed
  'set-password': emailKind(toClient, {
    sent: 'To the customer, when a link to set the password is asked for.',
    link: 'set-password',
    subject: 'Your password reset link for {company}',
    before:
      'Somebody, most likely you, asked for a link to choose a password for your client account.',
    after: 'If it was not you, you do not need to do anything: your password stays as it is.',
    body: (_, { links }) => (
      <>
        {portalButton(links)}
        {passwordLinkLimits(links)}
      </>
    ),
    sample: sampleClient,
  }),
  'password-set': emailKind(toClient, {
    sent: 'To the customer, when the first password of the account has been set.',
    subject: 'Your password at {company} is set',
    after: 'If it was not you, choose a new one now and tell us.',
    body: (_, { when, links }) => (
      <>
        <Paragraph>
          The password of your client account was set on {when}. Sign in with it and this email
          address.
        </Paragraph>
        <Action label="Open the client portal" href={links.portal} />
      </>
    ),
    newPassword: 'link',
    sample: sampleClient,
  }),
  'password-changed': emailKind(toClient, {
    sent: 'To the customer, when the password has been changed.',
    subject: 'Password changed at {company}',
    after: 'If it was not you, choose a new one now and tell us.',
    body: (_, { when, links }) => (
      <>
        <Paragraph>The password of your client account was changed on {when}.</Paragraph>
        <Action label="Open the client portal" href={links.portal} />
      </>
    ),
    newPassword: 'link',
    sample: sampleClient,
  }),
  'sign-in-paused': emailKind(toClient, {
    sent: 'To the customer, when wrong passwords have paused the sign-in.',
    subject: 'Sign-in paused at {company}',
    after:
      'If it was you, try again after that, or choose a new password. If it was not you, nobody has signed in: your password stays as it is.',
    body: (_, { when }) => (
      <Paragraph>
        Somebody has tried several times to sign in to your client account with a wrong password,
        the last time on {when}. Signing in from their network is paused for up to a quarter of an
        hour after that.
      </Paragraph>
    ),
    newPassword: 'button',
    sample: sampleClient,
  }),
  // a new password ends the request
  'sign-in-requested': emailKind(toClient, {
    sent: 'To the address that signs in, when a change to another one is asked for.',
    subject: 'Someone asked to change your sign-in address at {company}',
    after:
      'If this was not you, choose a new password now. That stops the change and signs everybody out.',
    body: (_, { when }) => (
      <Paragraph>
        Somebody, most likely you, asked on {when} to sign in to your client account with a
        different email address. You sign in with this one until the new address is confirmed.
      </Paragraph>
    ),
    newPassword: 'button',
    sample: sampleClient,
  }),
  // the typed address may belong to a stranger, so this email says nothing about the account
  'sign-in-confirm': emailKind(toClient, {
    sent: 'To the new address, when a change of the sign-in address is asked for.',
    link: 'confirm-address',
    subject: 'Confirm your sign-in address at {company}',
    before:
      'Somebody, most likely you, asked to change the sign-in address of a client account to this one.',
    after: 'If this was not you, you do not need to do anything.',
    body: (_, { links }) => (
      <>
        <Action label="Confirm the address" href={links.confirmAddress} />
        <Paragraph>
          The link works once, within 24 hours. Only the one in the newest email works.
        </Paragraph>
      </>
    ),
    sample: sampleClient,
  }),
  'sign-in-moved': emailKind(toClient, {
    sent: 'To the new address, when the sign-in has been moved to it.',
    link: 'sign-in',
    subject: 'You now sign in to {company} with this address',
    after: 'If this was not you, please tell us.',
    body: (_, context) => (
      <>
        <Paragraph>
          Since {context.when} you sign in to your client account with this address.
        </Paragraph>
        {portalAccess(context)}
      </>
    ),
    sample: sampleClient,
  }),
  'sign-in-left': emailKind(toClient, {
    sent: 'To the old address, when the sign-in has been moved to another one.',
    subject: 'You no longer sign in to {company} with this address',
    after:
      'If this was not you, please tell us at once: somebody else may be able to open your account.',
    body: (_, { when }) => (
      <Paragraph>
        Since {when} you sign in to your client account with a different email address.
      </Paragraph>
    ),
    sample: sampleClient,
  }),
  // anybody may have typed the new address, so this email does not name it
  'address-changed': emailKind(z.object({ application: z.string(), to: correspondent }), {
    sent: 'To the old main address, when an application has got another one.',
    subject: 'The email address of your application {reference} has been changed',
    after: 'If this is not right, please tell us.',
    body: (_, { when }) => (
      <Paragraph>
        Since {when} we write to a different address about this application. If you have set a
        password, you sign in as before.
      </Paragraph>
    ),
    sample: { application: sampleAbout.application, to },
  }),
}

export const draftEmails = {
  'draft-link': emailKind(aboutDraft, {
    sent: 'To the applicant, when a link to finish the form on another device is asked for.',
    link: 'draft',
    subject: 'Finish your application to {company}',
    before: 'Here is the link to continue your application:',
    after:
      'If this was not you, somebody has typed your address by mistake. You can ignore this email.',
    body: draftBody,
    sample: sampleDraft,
  }),
  'draft-reminder': emailKind(aboutDraft, {
    sent: 'To the applicant, once, when an unfinished application has not changed for three days.',
    link: 'draft',
    subject: 'Your application to {company} is not finished yet',
    before: 'You have started an application for a trade account. Your answers are saved.',
    after:
      'This is our only reminder. A draft without changes is deleted 30 days after it was last saved. You can ignore this email if you do not want to finish it.',
    body: draftBody,
    sample: sampleDraft,
  }),
  // an applicant may type any address, so this email contains only what its reader needs to know who is asking
  'signature-request': emailKind(aboutSignature, {
    sent: 'To the person whom an applicant has asked to sign.',
    link: 'signature',
    subject: 'You are asked to sign an application to {company}',
    before:
      'Somebody has filled in an application for a trade account with us and asks you to sign it. You can read all the answers first, and send it back.',
    after:
      'If this is not for you, open the link and press “This is not for me”. We then send no more of these emails to this address for a year.',
    body: ({ businessName, askedBy }, { links }) => (
      <>
        <Facts rows={[...businessRow(businessName), ['Asked for by', safeValue(askedBy)]]} />
        <Action label="Read and sign" href={links.sign} />
        <Paragraph>
          The link works for 7 days, until the application is signed or sent back. Whoever has it
          can sign, so do not pass it on.
        </Paragraph>
      </>
    ),
    sample: {
      to: { name: 'Sam Example', address: 'sam@example.com' },
      draft: sampleAbout.application,
      businessName: sampleAbout.businessName,
      askedBy: to.address,
      askedAt: 0,
    },
  }),
  'signature-returned': emailKind(
    aboutDraft.extend({ signer: z.string(), note: z.string().nullable() }),
    {
      sent: 'To the applicant, when the person who was asked to sign does not.',
      subject: 'Your application to {company} has not been signed',
      body: ({ signer, note }, { links }) => (
        <>
          <Paragraph>
            {note === null
              ? 'The reader of the email that asked for a signature says that it is not for them.'
              : 'The person whom you asked to sign your application has sent it back.'}{' '}
            The link to sign no longer works.
          </Paragraph>
          <Facts rows={[['Asked to sign', safeName(signer)]]} />
          {note && <Quoted label="Their note:" text={safeLines(note)} />}
          <Paragraph>
            Open the form in the browser in which you filled it in. There you can change your
            answers, ask again, ask somebody else, or sign yourself.
          </Paragraph>
          <Action label="Open the form" href={links.resume} />
        </>
      ),
      sample: {
        ...sampleDraft,
        signer: 'Sam Example',
        note: 'The delivery address is the old one.',
      },
    },
  ),
  // the values are only shown in the form, which only its holder can open
  'draft-edited': emailKind(aboutDraft.extend({ fields: z.array(z.string()) }), {
    sent: 'To the applicant, when somebody in the back office changes an unfinished application.',
    subject: 'We have changed your unfinished application to {company}',
    before: 'Our accounts team has changed your unfinished application for a trade account.',
    after: 'If this is not right, please tell us.',
    body: ({ fields }, { labelOf, links }) => (
      <>
        <Facts rows={[['Changed', fields.map(labelOf).join(', ')]]} />
        <Paragraph>
          You can see and change it in the browser in which you filled in the form. Only you can
          submit it.
        </Paragraph>
        <Action label="Open the form" href={links.resume} />
      </>
    ),
    sample: { ...sampleDraft, fields: ['telephone'] },
  }),
  'duplicate-draft': emailKind(aboutDraft, {
    sent: 'To the address of an unfinished application, when it is used again.',
    link: 'draft',
    subject: 'You have an unfinished application with {company}',
    before: `${usedAgain} You already have an unfinished application. Continue it:`,
    after: 'If this was not you, you do not need to do anything.',
    body: (_, { links }) =>
      draftActions(links, 'If you would rather start afresh,', 'delete the unfinished one'),
    sample: sampleDraft,
  }),
  'duplicate-portal': emailKind(z.object({ to: correspondent }), {
    sent: 'To the address of a submitted application, when it is used again.',
    link: 'holder',
    subject: 'Your email address is already in use at {company}',
    before: `${usedAgain} The address belongs to the application that you have already sent. Nothing in it has changed. The client portal shows where it stands, and you can change your details there.`,
    after: 'If this was not you, you do not need to do anything.',
    body: (_, { links }) => (
      <>
        <Action label="Open the client portal" href={links.portal} />
        {forgottenPassword(links)}
      </>
    ),
    sample: { to },
  }),
}

function codeBody(
  { application, businessName, customerCode, agreed = [] }: z.infer<typeof aboutApproval>,
  context: EmailContext,
) {
  const rows = [
    ['Customer code', safeName(customerCode)],
    ...agreed.map(({ label, value }) => [label, safeValue(value)]),
    ...businessRow(businessName),
    ['Reference', application],
  ]
  return (
    <>
      <Facts rows={rows} large="Customer code" />
      {documentNote(context, 'customer')}
      {portalAccess(
        context,
        'You can read your documents and keep your details up to date in the client portal.',
      )}
    </>
  )
}

function requestBody(
  { application, businessName, text }: z.infer<typeof aboutRequest>,
  { links }: EmailContext,
) {
  return (
    <>
      <Quoted label="Our question:" text={text} />
      {portalButton(links, {
        open: 'Answer in the client portal',
        begin: 'Choose a password to answer',
      })}
      <Facts rows={[...businessRow(businessName), ['Reference', application]]} />
      {howToSignIn(links)}
    </>
  )
}

function draftBody(_: z.infer<typeof aboutDraft>, { links }: EmailContext) {
  return draftActions(links, 'If you do not want to finish it, you can', 'delete all its answers')
}

const safeLines = (text: string) => text.split('\n').map(safeValue).join('\n')

const draftActions = ({ resume, discard }: EmailContext['links'], words: string, label: string) => (
  <>
    <Action label="Continue the application" href={resume} />
    <Paragraph>Each link works once, within 24 hours.</Paragraph>
    <Aside>
      {words} <PlainLink label={label} href={discard} />
    </Aside>
  </>
)
