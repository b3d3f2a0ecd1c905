export const integrationTexts = {
  address: 'Enter a web address that begins with https://',
  addressTooLong: 'The address may have at most 500 characters',
  addressParts: 'Leave out user name, password and everything after #',
  events: 'Choose at least one event',
  listed:
    'This address is listed already. If you have just added it and did not see its secret, give it a new secret.',
  noEndpoint: 'This endpoint no longer exists',
  stale:
    'This endpoint has been changed since you opened this page. Nothing was saved. Check your entries and save again.',
  staleSecret:
    'This endpoint has been changed since you opened this page, so no new secret was created. If it got a new secret that you did not see, create another one.',
  tooManyEndpoints: (most: number) => `At most ${most} endpoints can be listed`,
  addressRefused: {
    DNS_FAILED: 'This host name could not be found',
    NOT_ALLOWED: 'This installation may not send to that host',
    NOT_ENCRYPTED: 'Enter an address that begins with https://. Only local hosts may use http://.',
  },
  keyName: 'Enter a name for the key',
  keyNameTaken:
    'Another key has this name. If you have just created it and did not see it, revoke it and create another one.',
  tooManyKeys: (most: number) => `There can be at most ${most} keys. Revoke one first.`,
  noKey: 'This key no longer exists',
  tooManyWrongKeys: (tryAgain: string) => `Too many wrong API keys. ${tryAgain}.`,
  wrongKey: 'This API key is not valid',
} as const

const reasons: Record<string, string> = {
  DNS_FAILED: 'The host name could not be found',
  NOT_ALLOWED: 'This installation may not send to that host',
  NOT_ENCRYPTED: 'Only local hosts may use http',
  REFUSED: 'The host refused the connection',
  TIMEOUT: 'No answer in time',
  TLS_FAILED: 'A secure connection could not be made',
  DROPPED: 'The connection was closed without an answer',
  NOT_WRITTEN: 'The event could not be signed',
  UNREADABLE: 'This version cannot read the event',
}

export const answerWords = (status: number | null, reason: string | null): string =>
  status === null ? (reasons[reason ?? ''] ?? 'No answer') : `Answered ${status}`

export function failureWords(reasonCode: string | null): string {
  const [reason = '', code] = (reasonCode ?? '').split(' ')
  return answerWords(code ? Number(code) : null, reason)
}

export const webhookEvents = {
  'application.submitted': 'An application is submitted',
  'application.approved': 'An application is approved',
  'application.rejected': 'An application is rejected',
  'application.updated': 'An application changes later',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

export const testEvent = 'endpoint.test'
