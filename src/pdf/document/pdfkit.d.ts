/** Declares what we use of the package, which has no types. */
declare module 'pdfkit' {
  export type StructureElement = {
    dictionary: { data: { S: string } }
    add(child: unknown): StructureElement
  }

  export default class PdfFile implements AsyncIterable<Uint8Array> {
    constructor(options: object)
    struct(type: string, options?: object): StructureElement
    addStructure(element: StructureElement): void
    markContent(tag: string): void
    markStructureContent(tag: string): unknown
    endMarkedContent(): void
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array>
  }
}

declare module '@react-pdf/layout' {
  export default function layOut<Laid>(document: unknown, fonts: unknown): Promise<Laid>
}

declare module '@react-pdf/render' {
  export default function draw(file: object, pages: unknown): void
}

declare module 'fontkit' {
  export function openSync(file: string): { hasGlyphForCodePoint(codePoint: number): boolean }
}
