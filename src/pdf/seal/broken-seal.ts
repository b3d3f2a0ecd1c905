/** Why a file is not a whole sealed document, in words for the person who brought it. */
export class BrokenSeal extends Error {}
