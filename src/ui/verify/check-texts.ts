/** What happens to the file, as the page says before it is chosen. */
export const whereItGoes = {
  /** Without scripts, and until they run. */
  sent: 'The file is sent to this server, which calculates a number from it (its SHA-256) and keeps nothing. At most 10 MB.',
  /** With scripts, on a secure connection. */
  stays:
    'Choose the file, or drop it on this page. It stays on your device: your browser calculates a number from it (its SHA-256) and sends only that. At most 10 MB.',
  /** With scripts, over plain http: browsers then calculate no SHA-256. */
  insecure:
    'This page was not loaded over https, so your browser cannot calculate the SHA-256. The file is sent to this server, which calculates it and keeps nothing. At most 10 MB.',
} as const

export const checking = (name: string) => `Checking ${name}...`

export const notChecked = {
  heading: 'Not checked yet',
  offline: 'Unable to connect. The file is still chosen: press Check Document to try again.',
} as const
