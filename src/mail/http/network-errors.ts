import { MailFault } from '#src/mail/mailer.ts'

/** What a failed web request means: names that do not resolve, refused connections, certificates, time. */
export function networkError(error: unknown): MailFault {
  if (error instanceof MailFault) return error
  const codes = [...chainOf(error)].map(({ code, name }) => `${name} ${code}`).join(' ')
  if (/ENOTFOUND|EAI_AGAIN/.test(codes)) return new MailFault('DNS_FAILED')
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/.test(codes)) return new MailFault('REFUSED')
  if (/CERT|TLS|SSL|EPROTO/.test(codes)) return new MailFault('TLS_FAILED')
  if (/Timeout|TIMEOUT|ETIMEDOUT|ECONNABORTED|Abort|ERR_CANCELED/.test(codes))
    return new MailFault('TIMEOUT')
  return new MailFault('DROPPED')
}

type Named = { code?: string; name?: string; cause?: unknown; errors?: unknown[] }

/** An error, what caused it, and the attempts behind it. */
function* chainOf(error: unknown): Generator<Named> {
  if (typeof error !== 'object' || error === null) return
  const named = error as Named
  yield named
  for (const inner of [named.cause, ...(named.errors ?? [])]) yield* chainOf(inner)
}
