import { join } from 'node:path'
import { inject } from 'vitest'

/** The document process, built once for the whole run. */
export const pdfChild = () => join(inject('children'), 'pdf-child.js')
