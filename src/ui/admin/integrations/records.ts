/** An endpoint as the domain lists it. */
export type EndpointRecord = {
  id: string
  address: string
  events: string[]
  version: number
  disabledFor: 'by hand' | 'gone' | 'failing' | null
  disabledAt: string | null
  oldSecretUntil: string | null
  waiting: number
  failed: FailedEvent[]
  answers: AnswerRecord[]
}

export type FailedEvent = {
  id: number
  event: string
  application: string | null
  reason: string
  at: string
}

export type AnswerRecord = {
  id: number
  at: string
  event: string
  reason: string | null
  words: string
  text: string
}

export type ApiKeyRecord = {
  id: number
  name: string
  beginning: string
  createdBy: string
  createdAt: string
  lastUsedAt: string | null
}

/** A form that was refused: what was typed into it, and what was wrong, by the name of the field. */
export type RefusedForm = { typed: Record<string, string[]>; errors: Record<string, string> }

export const nothingRefused: RefusedForm = { typed: {}, errors: {} }
