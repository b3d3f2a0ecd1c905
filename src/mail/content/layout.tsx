import { Fragment, isValidElement, type ReactNode } from 'react'
import type { Accent, EmailContext } from '#src/mail/email.ts'

/** Works in mail programs without it; nothing is loaded from anywhere. */
const css = ({ ground, text }: Accent) =>
  [
    'body{margin:0;background:#f3f4f6}',
    'td,th{font:16px/1.5 Arial,Helvetica,sans-serif;color:#1c2530;text-align:left}',
    'td{word-break:break-word}',
    'th{word-break:normal}',
    'p{margin:0 0 16px}',
    `td.band{background:${ground};color:${text}}`,
    'td.text{background:#ffffff}',
    '.sheet{width:100%;max-width:600px;margin:24px auto;border-spacing:0}',
    `.button{color:${text};text-decoration:none;font-weight:bold}`,
    '.facts{margin-bottom:16px}',
    '.facts td,.facts th{padding:6px 16px 6px 0;vertical-align:top;border-bottom:1px solid #d9dee4}',
    '.foot td{font-size:13px;color:#5b6672}',
  ].join('')

const builtInAccent: Accent = { ground: '#17324d', text: '#ffffff' }

export const logoCid = 'company-logo'

export type Frame = Pick<EmailContext, 'accent' | 'logo' | 'companyName' | 'companyDetails'> & {
  footer: string
}

type LayoutProps = Frame & { heading: string; children: ReactNode }

export function Layout({ heading, children, ...frame }: LayoutProps) {
  const { accent, logo, companyName, companyDetails, footer } = frame
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{heading}</title>
        <style>{css(accent ?? builtInAccent)}</style>
      </head>
      <body>
        <table className="sheet" role="presentation" width="600" align="center" cellPadding="24">
          <tbody>
            {logo && (
              <tr>
                <td className="text">
                  <img src={`cid:${logoCid}`} alt="" {...logo} />
                </td>
              </tr>
            )}
            <tr>
              <td className="band">
                <b>{companyName}</b>
              </td>
            </tr>
            <tr>
              <td className="text">{children}</td>
            </tr>
            <tr className="foot">
              <td>
                {[companyName, companyDetails, footer].filter(Boolean).map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

export const Paragraph = ({ children }: { children: ReactNode }) => <p>{children}</p>

/** A blank line begins a paragraph, a line break stays one. */
export const Paragraphs = ({ text }: { text: string }) =>
  paragraphsOf(text).map((lines, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never change places
    <p key={at}>
      {lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
        <Fragment key={row}>
          {row > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  ))

export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => paragraph.split('\n'))

/** A button, with its address as text for programs that show no links. */
export const Action = ({ label, href }: { label: string; href: string }) => (
  <>
    <table role="presentation" cellPadding="12" cellSpacing="0">
      <tbody>
        <tr>
          <td className="band">
            <a className="button" href={href}>
              {label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
    <p>
      <small>{href}</small>
    </p>
  </>
)

export const Facts = ({ head, rows }: { head?: string[]; rows: string[][] }) => (
  <table className="facts" width="100%" cellPadding="0" cellSpacing="0">
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
      {rows.map(([label, ...values]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
            <td key={at}>{value}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A set-password link while there is no password, else the portal. */
export function portalAccess({ links }: EmailContext) {
  const { setPassword, forgotPassword } = links
  return (
    <>
      <Paragraph>
        You can follow and edit your application in the client portal.
        {setPassword !== null && ' Choose a password to sign in.'}
      </Paragraph>
      {portalButton(links)}
      {setPassword !== null ? (
        passwordLinkLimits(links)
      ) : (
        <Paragraph>
          No password yet, or forgotten? Enter the address you sign in with to get a link:{' '}
          {forgotPassword}
        </Paragraph>
      )}
    </>
  )
}

export const passwordLinkLimits = ({ forgotPassword }: EmailContext['links']) => (
  <Paragraph>
    The link to set a password works once, for 24 hours. If we have sent you more than one, only the
    one in the newest email works. You can get a new one at {forgotPassword}
  </Paragraph>
)

export const portalButton = ({ setPassword, portal }: EmailContext['links']) =>
  setPassword === null ? (
    <Action label="Open the client portal" href={portal} />
  ) : (
    <Action label="Set your password" href={setPassword} />
  )

export function documentNote({ document, links }: EmailContext, reader: 'customer' | 'team') {
  if (!document) return null
  const { kind, isSealed, attachedAs } = document
  const signed =
    reader === 'team' ? 'the application as it was signed' : 'your application as you signed it'
  const decision = 'our decision together with the signed application'
  if (attachedAs)
    return (
      <Paragraph>
        Attached is {kind === 'signed' ? signed : decision}: {attachedAs}. The file is sealed. At{' '}
        {links.verify} anybody can check that nothing in it has been changed.
      </Paragraph>
    )
  const place = reader === 'team' ? 'on the application’s page' : 'in the client portal'
  if (!isSealed)
    return (
      <Paragraph>
        The {kind} document is not ready yet, so it is not attached. It will be {place}.
      </Paragraph>
    )
  return (
    <Paragraph>
      The {kind} document is not attached to this email.{' '}
      {reader === 'team' ? `It is ${place}.` : `You can download it ${place}: ${links.portal}`}
    </Paragraph>
  )
}

/** Read off the same elements as the HTML. */
export function textOf(body: ReactNode, { companyName, companyDetails, footer }: Frame): string {
  return `${`${linesOf(body)}-- \n${[companyName, companyDetails, footer].filter(Boolean).join('\n')}`.trim()}\n`
}

function linesOf(node: ReactNode): string {
  if (node === null || node === undefined || typeof node === 'boolean') return ''
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(linesOf).join('')
  if (!isValidElement(node)) return ''
  const props = node.props as Record<string, unknown> & { children?: ReactNode }
  if (node.type === Paragraph) return `${linesOf(props.children)}\n\n`
  if (node.type === Paragraphs)
    return paragraphsOf(String(props.text))
      .map((lines) => `${lines.join('\n')}\n\n`)
      .join('')
  if (node.type === Action) return `${props.label}:\n${props.href}\n\n`
  if (node.type === Facts) return `${(props.rows as string[][]).map(factLine).join('\n')}\n\n`
  return linesOf(props.children)
}

const factLine = ([label = '', ...values]: string[]) => `${label}: ${values.join(' -> ')}`
