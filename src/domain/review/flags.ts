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
    ...flag('coRegistration', companyDoubt(application)),
    ...ageFlags(deps, application),
    ...signingFlags(deps, application, authorisation),
  ]
}

function vatFlags({ vatNo, eoriNumber }: Application): Flag[] {
  const vat = vatKey(vatNo ?? '')
  const eori = /^(?:GB|XI)(\d{9})\d{3}$/.exec(eoriKey(eoriNumber ?? ''))?.[1]
  return [
    ...flag(
      'vatNo',
      /\d/.test(vat) &&
        !isVatNumber(vat) &&
        `The check digits of VAT number ${vatNo} are wrong. It may be mistyped, foreign or made up.`,
    ),
    ...flag(
      'eoriNumber',
      eori &&
        /^\d{9}/.test(vat) &&
        eori !== vat.slice(0, 9) &&
        `EORI number ${eoriNumber} does not contain VAT number ${vatNo}. A UK company's EORI number normally does.`,
    ),
  ]
}

/** Companies have eight digits or a nation's letters; partnerships and sole traders have no such number. */
function companyDoubt({ coRegistration, businessTypes }: Application): string | null {
  const number = companyNumberKey(coRegistration ?? '')
  const types = businessTypes ?? []
  const isNumber = /^(\d{8}|[A-Z]{2}\d{6}|R\d{7})$/.test(number)
  const isLlp = /^(OC|SO|NC)\d{6}$/.test(number)
  const company = types.find((type) => type === 'PLC' || type === 'Private Ltd Co.')
  if (company && !isNumber)
    return `${coRegistration ?? 'No number'} is not a UK company number, but the type is ${company}.`
  if (types.includes('LLP') && number && !isLlp)
    return `The type is LLP, but ${coRegistration} does not begin with OC, SO or NC.`
  if (isLlp && types.length > 0 && !types.includes('LLP'))
    return `${coRegistration} is the number of an LLP, but the type is ${types.join(', ')}.`
  if (isNumber && types.length > 0 && types.every((type) => type === 'Sole Trader'))
    return `The type is Sole Trader, but ${coRegistration} is the number of a company.`
  return null
}

/** A business may be older than its company, not younger. */
function ageFlags({ env, now }: Deps, application: Application): Flag[] {
  const { dateIncorporation: day, businessEstablished } = application
  if (!day) return []
  const today = dateIn(env.APP_TIMEZONE, now())
  const years = yearsEstablished(businessEstablished ?? '', yearIn(env.APP_TIMEZONE, now()))
  const incorporated = Number(today.slice(0, 4)) - Number(day.slice(0, 4))
  return [
    ...flag(
      'dateIncorporation',
      day > today && `The date of incorporation, ${longDate(day)}, is in the future.`,
    ),
    ...flag(
      'businessEstablished',
      day <= today &&
        years !== null &&
        years < incorporated - 1 &&
        `Years established is "${businessEstablished}", but the business was incorporated on ${longDate(day)}.`,
    ),
  ]
}

function signingFlags(
  deps: Deps,
  { id, agreementDate: agreed }: Application,
  authorisation: Signature | null,
): Flag[] {
  const data = signedDataOf(deps, id)
  const signed = data && dateIn(deps.env.APP_TIMEZONE, Date.parse(data.signedAt))
  return [
    ...flag(
      'authSignature',
      authorisation && !authorisation.hasInk && 'The signature image is blank: nothing was drawn.',
    ),
    ...flag(
      'agreementDate',
      signed &&
        agreed &&
        Math.abs(Date.parse(agreed) - Date.parse(signed)) > days(1) &&
        `The date of agreement is ${longDate(agreed)}, but it was signed on ${longDate(signed)}.`,
    ),
  ]
}

export type Flag = { field: string; text: string; href?: string }

const flag = (field: string, text: string | false | null | undefined | ''): Flag[] =>
  text ? [{ field, text }] : []

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
    ['coRegistration', 'co_registration_key', 'company number', application.coRegistrationKey],
    ['vatNo', 'vat_no_key', 'VAT number', application.vatNoKey],
    ['telephone', 'telephone_key', 'telephone number', application.telephoneKey],
    ['mainEmail', domainOf, 'mail domain', publicMail.has(domain) ? null : domain],
  ] as const
  return facts.flatMap(([field, column, words, value]) => {
    // "Not registered" is an answer that many share
    if (!value || (field !== 'mainEmail' && !/\d/.test(value))) return []
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
