import type { Deps, Store } from '#src/deps.ts'
import type { Application, Signature } from '#src/domain/applications/application.ts'
import { dateIn, yearIn } from '#src/domain/calendar.ts'
import { signedDataOf } from '#src/domain/documents/stored-documents.ts'
import { days } from '#src/domain/durations.ts'
import { isVatNumber } from '#src/forms/fields/format-warnings.ts'
import { companyNumberKey, eoriKey, vatKey } from '#src/forms/fields/normalised.ts'
import { yearsEstablished } from '#src/forms/fields/schema.ts'
import { longDate } from '#src/forms/long-date.ts'

/** Most telling first. */
export function reviewerFlags(
  deps: Deps,
  application: Application,
  authorisation: Signature | null,
): Flag[] {
  return [
    ...sharedWithOthers(deps, application),
    ...vatFlags(application),
    ...companyFlags(application),
    ...ageFlags(deps, application),
    ...signingFlags(deps, application, authorisation),
  ]
}

function vatFlags({ vatNo, eoriNumber }: Application): Flag[] {
  const vat = vatKey(vatNo ?? '')
  const flags: Flag[] = []
  if (/\d/.test(vat) && !isVatNumber(vat))
    flags.push({
      field: 'vatNo',
      text: `The check digits of VAT number ${vatNo} are wrong. It may be mistyped, foreign or made up.`,
    })
  const eori = /^(?:GB|XI)(\d{9})\d{3}$/.exec(eoriKey(eoriNumber ?? ''))?.[1]
  if (eori && /^\d{9}/.test(vat) && eori !== vat.slice(0, 9))
    flags.push({
      field: 'eoriNumber',
      text: `EORI number ${eoriNumber} does not contain VAT number ${vatNo}. A UK company's EORI number normally does.`,
    })
  return flags
}

/** Companies have eight digits or a nation's letters; partnerships and sole traders have no such number. */
function companyFlags({ coRegistration, businessTypes }: Application): Flag[] {
  const number = companyNumberKey(coRegistration ?? '')
  const types = businessTypes ?? []
  const isNumber = /^(\d{8}|[A-Z]{2}\d{6}|R\d{7})$/.test(number)
  const isLlp = /^(OC|SO|NC)\d{6}$/.test(number)
  const flag = (text: string): Flag[] => [{ field: 'coRegistration', text }]
  const company = types.find((type) => type === 'PLC' || type === 'Private Ltd Co.')
  if (company && !isNumber)
    return flag(
      `${coRegistration ?? 'No number'} is not a UK company number, but the type is ${company}.`,
    )
  if (types.includes('LLP') && number && !isLlp)
    return flag(`The type is LLP, but ${coRegistration} does not begin with OC, SO or NC.`)
  if (isLlp && types.length > 0 && !types.includes('LLP'))
    return flag(`${coRegistration} is the number of an LLP, but the type is ${types.join(', ')}.`)
  const unregistered = types.length > 0 && types.every((type) => type === 'Sole Trader')
  if (unregistered && isNumber)
    return flag(`The type is Sole Trader, but ${coRegistration} is the number of a company.`)
  return []
}

/** A business may be older than its company, not younger. */
function ageFlags(deps: Deps, application: Application): Flag[] {
  const { dateIncorporation, businessEstablished } = application
  const today = dateIn(deps.env.APP_TIMEZONE, deps.now())
  if (!dateIncorporation) return []
  if (dateIncorporation > today)
    return [
      {
        field: 'dateIncorporation',
        text: `The date of incorporation, ${longDate(dateIncorporation)}, is in the future.`,
      },
    ]
  const years = yearsEstablished(
    businessEstablished ?? '',
    yearIn(deps.env.APP_TIMEZONE, deps.now()),
  )
  const incorporated = Number(today.slice(0, 4)) - Number(dateIncorporation.slice(0, 4))
  if (years === null || years >= incorporated - 1) return []
  return [
    {
      field: 'businessEstablished',
      text: `Years established is "${businessEstablished}", but the business was incorporated on ${longDate(dateIncorporation)}.`,
    },
  ]
}

function signingFlags(
  deps: Deps,
  application: Application,
  authorisation: Signature | null,
): Flag[] {
  const flags: Flag[] = []
  if (authorisation && !authorisation.hasInk)
    flags.push({ field: 'authSignature', text: 'The signature image is blank: nothing was drawn.' })
  const data = signedDataOf(deps, application.id)
  const signed = data && dateIn(deps.env.APP_TIMEZONE, Date.parse(data.signedAt))
  const agreed = application.agreementDate
  if (signed && agreed && Math.abs(Date.parse(agreed) - Date.parse(signed)) > days(1))
    flags.push({
      field: 'agreementDate',
      text: `The date of agreement is ${longDate(agreed)}, but it was signed on ${longDate(signed)}.`,
    })
  return flags
}

export type Flag = { field: string; text: string; href?: string }

const mostShown = 3

/** Shared by strangers, so they say nothing. */
const publicMail = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk live.com live.co.uk msn.com yahoo.com yahoo.co.uk
  icloud.com me.com mac.com aol.com btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com mail.com gmx.com
  gmx.co.uk proton.me protonmail.com zoho.com tiscali.co.uk`.split(/\s+/),
)

const domainOf = "substr(main_email_key, instr(main_email_key, '@') + 1)"

export function sharedWithOthers({ db }: Store, application: Application): Flag[] {
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
