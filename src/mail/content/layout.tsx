import { createElement, Fragment, isValidElement, type ReactNode } from 'react'
import type { EmailContext } from '#src/mail/email.ts'
import { emailStyles } from './styles.ts'

export const logoCid = 'company-logo'

export type Frame = Pick<EmailContext, 'accent' | 'logo' | 'companyName' | 'companyDetails'> & {
  questions: ReactNode
}

type LayoutProps = Frame & { heading: string; children: ReactNode }

export function Layout({ heading, children, ...frame }: LayoutProps) {
  const { accent, logo, companyName } = frame
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{heading}</title>
        <style>{emailStyles(accent)}</style>
      </head>
      <body>
        <table className="sheet" role="presentation" width="600" align="center" cellPadding="24">
          <tbody>
            <tr>
              <td className="head">
                {logo ? (
                  // without lazy loading, React would preload this address, which does not exist in a preview
                  <img src={`cid:${logoCid}`} alt={companyName} loading="lazy" {...logo} />
                ) : (
                  <b>{companyName}</b>
                )}
              </td>
            </tr>
            <tr>
              <td className="text">{children}</td>
            </tr>
            <tr>
              <td className="foot">
                {footLines(frame).map((line, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
                  <div key={at}>{line}</div>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

const footLines = ({ companyName, companyDetails, questions }: Frame) =>
  [companyName, companyDetails, questions].filter(Boolean)

export const Paragraph = ({ children }: { children: ReactNode }) => <p>{children}</p>

/** A blank line starts a paragraph, and a line break is kept. */
export const Paragraphs = ({ text }: { text: string }) =>
  paragraphsOf(text).map((lines, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
    <p key={at}>
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
        <Fragment key={row}>
          {row > 0 && <br />}
          {unbroken(line)}
        </Fragment>
      ))}
    </p>
  ))

const unbroken = (line: string) =>
  createElement(
    Fragment,
    null,
    ...line
      .split(/\b((?:[0-9A-Z]{4}-){2}[0-9A-Z]{4})\b/)
      .map((part, at) =>
        at % 2 === 1 ? createElement('span', { className: 'unbroken' }, part) : part,
      ),
  )

export const Quoted = ({ label, text }: { label: string; text: string }) => (
  <>
    <p>
      <b>{label}</b>
    </p>
    <div className="quoted">
      <Paragraphs text={text} />
    </div>
  </>
)

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => paragraph.split('\n'))

/** The only button of an email. All other links are plain. */
export const Action = ({ label, href }: { label: string; href: string }) => (
  <>
    <table role="presentation" cellPadding="0" cellSpacing="0">
      <tbody>
        <tr>
          <td className="button">
            <a href={href}>{label}</a>
          </td>
        </tr>
      </tbody>
    </table>
    <p className="small">
      If the button does not work, copy this address:
      <br />
      <a href={href}>{href}</a>
    </p>
  </>
)

export const Address = ({ href }: { href: string }) => <a href={href}>{href}</a>

export const PlainLink = ({ label, href }: { label: string; href: string }) => (
  <a href={href}>{label}</a>
)

export const Aside = ({ children }: { children: ReactNode }) => <p className="aside">{children}</p>

type FactsProps = { head?: string[]; rows: string[][]; large?: string }

export const Facts = ({ head, rows, large }: FactsProps) => (
  <table className={head ? 'facts' : 'facts short'} width="100%" cellPadding="0" cellSpacing="0">
    {head && (
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
    )}
    <tbody>
      {rows.map(([label, value]) => (
        <tr key={label} className={label === large ? 'large' : undefined}>
          <th scope="row">{label}</th>
          <td>{value && unbroken(value)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

export function portalAccess(
  { links }: EmailContext,
  purpose = 'You can follow and edit your application in the client portal.',
) {
  return (
    <>
      <Paragraph>
        {purpose}
        {links.setPassword !== null && ' Choose a password to sign in.'}
      </Paragraph>
      {portalButton(links)}
      {howToSignIn(links)}
    </>
  )
}

export const howToSignIn = (links: EmailContext['links']) =>
  links.setPassword === null ? forgottenPassword(links) : passwordLinkLimits(links)

export const forgottenPassword = ({ toSignInAddress, forgotPassword }: EmailContext['links']) =>
  toSignInAddress ? (
    <Paragraph>
      No password yet, or forgotten?{' '}
      <PlainLink label="Get a link to choose one" href={forgotPassword} />
    </Paragraph>
  ) : (
    <Paragraph>You sign in with a different email address than this one.</Paragraph>
  )

export const passwordLinkLimits = ({ forgotPassword }: EmailContext['links']) => (
  <Paragraph>
    You will sign in with this email address. The link to choose a password works once, for 24
    hours. If we have sent you more than one, only the one in the newest email works. Too late?{' '}
    <PlainLink label="Get a new link" href={forgotPassword} />
  </Paragraph>
)

export const portalButton = (
  { setPassword, portal }: EmailContext['links'],
  {
    open = 'Open the client portal',
    begin = 'Choose a password',
  }: { open?: string; begin?: string } = {},
) =>
  setPassword === null ? (
    <Action label={open} href={portal} />
  ) : (
    <Action label={begin} href={setPassword} />
  )

export function documentNote({ document, links }: EmailContext, reader: 'customer' | 'team') {
  if (!document) return null
  const { kind, isSealed, attachedAs, unconfirmed } = document
  const isOurs = reader === 'team'
  if (attachedAs) {
    const sentence = `${isOurs ? 'The' : 'Your'} signed application is attached.`
    return (
      <Paragraph>
        {kind === 'signed' ? sentence : 'Our decision, with the signed application, is attached.'}{' '}
        Anyone can check at <Address href={links.verify} /> that the file is genuine and unchanged.
      </Paragraph>
    )
  }
  if (unconfirmed)
    return (
      <Paragraph>
        You will find the {kind} document in the client portal. It is not attached, because we only
        attach documents for an email address that has been confirmed.
        {unconfirmed === 'until-password' &&
          ' When you have chosen a password, we will email it to you.'}
      </Paragraph>
    )
  const place = isOurs ? 'on the application’s page' : 'in the client portal'
  return (
    <Paragraph>
      {isSealed
        ? `The ${kind} document is not attached to this email. ${isOurs ? 'It is' : 'You can download it'} ${place}.`
        : `The ${kind} document is not ready yet, so it is not attached. It will be ${place}.`}
    </Paragraph>
  )
}

export const textOf = (body: ReactNode, frame: Frame): string =>
  `${`${linesOf(body)}-- \n${footLines(frame).map(linesOf).join('\n')}`.trim()}\n`

function linesOf(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(linesOf).join('')
  if (!isValidElement(node)) return ''
  const props = node.props as Record<string, unknown> & { children?: ReactNode }
  if (node.type === Paragraph || node.type === Aside) return `${linesOf(props.children)}\n\n`
  if (node.type === Paragraphs)
    return paragraphsOf(String(props.text))
      .map((lines) => `${lines.join('\n')}\n\n`)
      .join('')
  if (node.type === Quoted)
    return `${props.label}\n\n${String(props.text).trim().replace(/^/gm, '> ')}\n\n`
  if (node.type === Action) return `${props.label}:\n${props.href}\n\n`
  if (node.type === PlainLink) return `${props.label}: ${props.href}`
  if (node.type === Address) return String(props.href)
  if (node.type === Facts) return `${(props.rows as string[][]).map(factLine).join('\n')}\n\n`
  return linesOf(props.children)
}

const factLine = ([label, value]: string[]) => `${label}: ${value}`
