import type { Deps } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'

/** Something that a reviewer may want to look at. Information only. */
export type Flag = { field: string; text: string; href?: string }

const mostShown = 3

/** Mail domains that strangers share: they say nothing about who belongs together. */
const publicMail = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com live.co.uk msn.com yahoo.com yahoo.co.uk
  icloud.com me.com mac.com aol.com btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com mail.com gmx.com
  gmx.co.uk proton.me protonmail.com zoho.com tiscali.co.uk`.split(/\s+/),
)

const domainOf = "substr(main_email_key, instr(main_email_key, '@') + 1)"

/** Other applications with the same company number, VAT number, telephone or mail domain, each with the way there. */
export function sharedWithOthers({ db }: Pick<Deps, 'db'>, application: Application): Flag[] {
  const domain = application.mainEmailKey?.split('@')[1] ?? ''
  const facts = [
    {
      field: 'coRegistration',
      column: 'co_registration_key',
      words: 'company number',
      value: numbered(application.coRegistrationKey),
    },
    {
      field: 'vatNo',
      column: 'vat_no_key',
      words: 'VAT number',
      value: numbered(application.vatNoKey),
    },
    {
      field: 'telephone',
      column: 'telephone_key',
      words: 'telephone number',
      value: numbered(application.telephoneKey),
    },
    {
      field: 'mainEmail',
      column: domainOf,
      words: 'mail domain',
      value: publicMail.has(domain) ? null : domain || null,
    },
  ]
  return facts.flatMap(({ field, column, words, value }) => {
    if (value === null) return []
    const isSet = column === domainOf ? 'main_email_key' : column
    return db.sqlite
      .prepare<[string, number, number], { id: string; name: string | null }>(
        `select id, business_name as name from applications
         where ${column} = ? and ${isSet} is not null and seq <> ? order by seq desc limit ?`,
      )
      .all(value, application.seq, mostShown)
      .map(({ id, name }) => ({
        field,
        text: `The same ${words} is in the application of ${name ?? 'a business without a name'} (${id}).`,
        href: `/admin/applications/${id}`,
      }))
  })
}

/** "Not registered" is an answer that many share. */
const numbered = (key: string | null) => (key && /\d/.test(key) ? key : null)
