/** What other systems can be told of, with the words of the screen. */
export const webhookEvents = {
  'application.submitted': 'An application is submitted',
  'application.approved': 'An application is approved',
  'application.rejected': 'An application is rejected',
  'application.updated': 'An application changes later',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** What a test sends. */
export const testEvent = 'endpoint.test'
