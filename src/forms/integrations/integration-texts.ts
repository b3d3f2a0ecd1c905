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
    'This endpoint has been changed since you opened this page, so no other secret was made. If it got a new secret that you did not see, make another one.',
  tooManyEndpoints: (most: number) => `At most ${most} endpoints can be listed`,
  addressRefused: {
    DNS_FAILED: 'This host name could not be found',
    NOT_ALLOWED: 'This installation may not send to that host',
    NOT_ENCRYPTED: 'Enter an address that begins with https://. Only local hosts may do without.',
  },
  keyName: 'Enter a name for the key',
  keyNameTaken:
    'Another key has this name. If you have just created it and did not see it, revoke it and create another one.',
  tooManyKeys: (most: number) => `There can be at most ${most} keys. Revoke one first.`,
  noKey: 'This key no longer exists',
  tooManyWrongKeys: (tryAgain: string) => `Too many wrong API keys. ${tryAgain}.`,
  wrongKey: 'This API key is not valid',
} as const
