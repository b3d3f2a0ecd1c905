import { buffer } from 'node:stream/consumers'
import layOut from '@react-pdf/layout'
import draw from '@react-pdf/render'
import { Font, pdf } from '@react-pdf/renderer'
import PdfFile, { type StructureElement } from 'pdfkit'
import { ApplicationDocument } from './application-document.tsx'
import type { PrintedSheet } from './printable-sheet.ts'

type StructureType = ('Sect' | 'H1' | 'H2' | 'H3' | 'P' | 'Figure') | ('Table' | 'TR' | 'TH' | 'TD')

/** What a screen reader makes of a part. Parts with the same object are one element, even across pages. */
export type Tag = {
  type: StructureType
  alt?: string
  scope?: 'Row' | 'Column'
  within?: Tag | undefined
}

type Laid = {
  type: string
  props?: { tag?: Tag; fixed?: boolean; paint?: () => void }
  style?: object
  box?: object
  children?: Laid[]
}

/**
 * Draws the document with its structure. The library draws none, so we insert marks into the pages between layout and
 * drawing. A part without a tag, such as the head of each page or the repeated head of a table, becomes an artifact
 * that screen readers skip.
 */
export async function drawDocument(sheet: PrintedSheet): Promise<Buffer> {
  const { container } = pdf(<ApplicationDocument sheet={sheet} />)
  const pages: Laid = await layOut(container.document, Font)
  const file = new PdfFile({
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    autoFirstPage: false,
    lang: sheet.locale,
    info: {
      Title: sheet.outline.title,
      Author: sheet.outline.author,
      Creator: 'Countersign',
      Producer: 'Countersign',
    },
  })
  mark(file, pages)
  draw(file, pages)
  return buffer(file)
}

function mark(file: PdfFile, { children: pages = [] }: Laid) {
  const root = file.struct('Document')
  file.addStructure(root)
  const elements = new Map<Tag, StructureElement>()
  for (const page of pages) {
    page.children = [
      paint(() => file.markContent('Artifact')),
      ...withMarks(page, root),
      paint(() => file.endMarkedContent()),
    ]
  }

  function withMarks({ children = [] }: Laid, parent: StructureElement): Laid[] {
    return children.flatMap((node) => {
      const { tag, fixed } = node.props ?? {}
      if (fixed && tag && elements.has(tag)) return [node]
      const element = tag ? elementOf(tag, parent) : parent
      if (!drawnTypes.has(node.type)) {
        node.children = withMarks(node, element)
        return [node]
      }
      // a part directly below the document is an artifact
      if (element === root) return [node]
      return [paint(() => begin(element)), node, paint(end)]
    })
  }

  function elementOf(tag: Tag, parent: StructureElement): StructureElement {
    const known = elements.get(tag)
    if (known) return known
    const { type, within, ...options } = tag
    const element = file.struct(type, options)
    const home = within ? elementOf(within, parent) : parent
    home.add(element)
    elements.set(tag, element)
    return element
  }

  function begin(element: StructureElement) {
    file.endMarkedContent()
    element.add(file.markStructureContent(element.dictionary.data.S))
  }

  function end() {
    file.endMarkedContent()
    file.markContent('Artifact')
  }
}

const drawnTypes = new Set(['TEXT', 'IMAGE', 'SVG'])

/** Returns an empty drawing that calls `act` when it is drawn. */
const paint = (act: () => void): Laid => ({
  type: 'CANVAS',
  props: { paint: act },
  style: {},
  box: { top: 0, left: 0, width: 1, height: 1 },
  children: [],
})
