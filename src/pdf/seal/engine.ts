import { CryptoEngine } from 'pkijs'

/** What pkijs computes with. To be named everywhere: the PDF library replaces the one that it would take by itself. */
export const engine = new CryptoEngine({ crypto })
