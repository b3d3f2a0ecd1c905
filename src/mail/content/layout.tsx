import { Fragment, type ReactNode } from 'react'
import type { Accent, EmailContext } from '../email.ts'

/** Works in mail programs without it; nothing is loaded from anywhere, and a logo comes inside the email. */
const css = ({ ground, text }: Accent) =>
  [
    'body{margin:0;background:#f3f4f6}',
    'td,th{font:16px/1.5 Arial,Helvetica,sans-serif;color:#1c2530;text-align:left}',
    'td{word-break:break-word}',
    'th{word-break:normal}',
    'p{margin:0 0 16px}',
    `td.band{background:${ground};color:${text}}`,
    'td.text{background:#ffffff}',
    '.sheet{width:100%;max-width:600px;margin:0 auto}',
    `.button{color:${text};text-decoration:none;font-weight:bold}`,
    '.facts{margin-bottom:16px}',
    '.facts td,.facts th{padding:6px 16px 6px 0;vertical-align:top;border-bottom:1px solid #d9dee4}',
    '.foot td{font-size:13px;color:#5b6672}',
  ].join('')

const builtInAccent: Accent = { ground: '#17324d', text: '#ffffff' }

/** Names the picture of the logo inside an email. */
export const logoCid = 'company-logo'

/** What stands around the text of an email. */
export type Frame = Pick<EmailContext, 'accent' | 'logo' | 'companyName' | 'companyDetails'> & {
  footer: string
}

type LayoutProps = Frame & { heading: string; children: ReactNode }

/** The sheet that every email stands on: the supplier's name, the text, and who it is from. */
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
        <table role="presentation" width="100%" cellPadding="24" cellSpacing="0">
          <tbody>
            <tr>
              <td align="center">
                <table
                  className="sheet"
                  role="presentation"
                  width="600"
                  cellPadding="24"
                  cellSpacing="0"
                >
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
                        {companyName}
                        {companyDetails && (
                          <>
                            <br />
                            {companyDetails}
                          </>
                        )}
                        {footer && (
                          <>
                            <br />
                            {footer}
                          </>
                        )}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

export const Paragraph = ({ children }: { children: ReactNode }) => <p>{children}</p>

/** Plain text: a blank line begins a paragraph, a line break stays one. */
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

/** The lines of each paragraph of a plain text. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim())
    .map((paragraph) => paragraph.split('\n'))

/** A link as a button, with its address as text below for programs that show no links. */
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

/** Rows of a label and one value, or two: before and after. */
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
