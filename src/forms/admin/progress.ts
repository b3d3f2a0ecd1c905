/** Percent from which an application that has no badge of its own is In Progress; below it is Incomplete. */
export const nearlyDone = 80
