/** Why an endpoint did not take an event, in plain words. */
const reasons: Record<string, string> = {
  DNS_FAILED: 'The host name could not be found',
  NOT_ALLOWED: 'This installation may not send to that host',
  NOT_ENCRYPTED: 'Only local hosts may do without https',
  REFUSED: 'The host refused the connection',
  TIMEOUT: 'No answer in time',
  TLS_FAILED: 'A secure connection could not be made',
  DROPPED: 'The connection was closed without an answer',
  NOT_WRITTEN: 'The event could not be signed',
}

/** How an endpoint answered: by a status, or why it did not. */
export const answerWords = (status: number | null, reason: string | null): string =>
  status === null ? (reasons[reason ?? ''] ?? 'No answer') : `Answered ${status}`

/** Why an event was given up, from the job's own reason, such as `REJECTED 500`. */
export function failureWords(kept: string | null): string {
  const [reason = '', code] = (kept ?? '').split(' ')
  return answerWords(code ? Number(code) : null, reason)
}
