import { isValidElement, type ReactNode } from 'react'
import { Action, Facts, type Frame, Paragraph, Paragraphs, paragraphsOf } from './layout.tsx'

/** The plain text of an email, read off the same elements as its HTML. */
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
