/** Thrown when too many documents are waiting (HTTP 503). */
export class PdfBusy extends Error {
  override readonly name = 'PdfBusy'
}

/** Thrown when this document could not be made. The next one may succeed. */
export class PdfFailed extends Error {
  override readonly name = 'PdfFailed'
}

export const logoFaults = {
  noPng: 'The logo is not a PNG',
  blank: 'The logo shows nothing',
} as const
