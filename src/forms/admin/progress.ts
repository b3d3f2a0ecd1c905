/**
 * The percentage from which an application without its own badge is In Progress. Below it, the badge is Incomplete.
 */
export const nearlyDone = 80
