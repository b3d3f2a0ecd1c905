/** Too many documents wait already; the caller may come again (HTTP 503). */
export class PdfBusy extends Error {
  readonly kind = 'pdf-busy'
  override readonly name = 'PdfBusy'
}

/** This document could not be made; the server is unharmed and the next one may succeed. */
export class PdfFailed extends Error {
  readonly kind = 'pdf-failed'
  override readonly name = 'PdfFailed'
}

/** What is wrong with a logo, as the message of its `PdfFailed`. */
export const logoFaults = { noPng: 'The logo is no PNG', blank: 'The logo shows nothing' } as const
