import { call } from '#src/ui/calls/call.ts'

/** A call of the email settings; it sets no credentials option, because a page's own cookies go along anyway. */
export const settingsCall = <T>(method: string, path = '', body?: unknown) =>
  call<T>(method, `/api/email-settings${path}`, body, {}, {})
