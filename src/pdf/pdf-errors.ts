/** Too many documents wait already (HTTP 503). */
export class PdfBusy extends Error {
  override readonly name = 'PdfBusy'
}

/** This document could not be made; the next one may. */
export class PdfFailed extends Error {
  override readonly name = 'PdfFailed'
}

export const logoFaults = { noPng: 'The logo is no PNG', blank: 'The logo shows nothing' } as const
