import { z } from 'zod'

/** The document to send again or to discard, by its number in the queue. */
export const queuedDocument = z.object({
  document: z
    .string({ error: 'Please choose a document' })
    .regex(/^\d{1,15}$/, 'Please choose a document')
    .transform(Number),
})
