/** What the place of a page in the list of applications looks like. */
export const listCursor = /^\d{1,15}(\.\d{1,15}){2}\.[01]$/
