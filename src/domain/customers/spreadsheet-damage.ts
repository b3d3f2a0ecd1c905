import { importTexts } from '#src/forms/customers/customers.ts'
import { type FieldName, fields } from '#src/forms/fields/fields.ts'

/**
 * Returns a message about what a spreadsheet did to a cell: a fault if the value is lost, otherwise a note. Returns
 * `null` for a cell that looks intact.
 */
export function damageOf(name: string, cell: string): string | null {
  const text = cell.trim()
  const parts = name === 'directors' || name === 'businessTypes' ? text.split('|') : [text]
  if (parts.some((part) => isErrorWord.test(part.trim()))) return importTexts.errorWord
  const { type, format } = fieldOf(name)
  if (type === 'day') return isSerialDay.test(text) ? importTexts.serialDay : null
  if (isRounded.test(text))
    return name === 'customerCode' && isWrittenByExcel.test(text)
      ? importTexts.roundedCode
      : importTexts.rounded
  if (isCutShort.test(text)) return importTexts.cutShort
  if (isFraction.test(text)) return importTexts.fraction
  if (/^'\d/.test(text)) return importTexts.apostrophe
  if (type !== 'yesNo' && truthWords.has(text)) return importTexts.truthWord
  if (mayBeDay(name) && isDay(text)) return importTexts.becameDay
  if (isTime.test(text)) return importTexts.becameTime
  if (format === 'companyNumber' && /^\d{6,7}$/.test(text)) return importTexts.lostZeros
  if (format === 'telephone' && /^[1-9]\d{8,9}$/.test(text)) return importTexts.lostZeros
  return null
}

function fieldOf(name: string): { type?: string; format?: string | undefined } {
  return Object.hasOwn(fields, name) ? fields[name as FieldName] : {}
}

/** #REF!, #BEZUG!, #¿NOMBRE?, #N/A, #NV, #DIV/0!, Err:502; a column that is too narrow for a number: ####. */
const isErrorWord =
  /^(#[¡¿]?\p{Lu}[\p{Lu}_]*(\/\p{Lu}+|\/0)?[!?]|#\p{Lu}\/\p{Lu}|#n\/a|#NV|#[\p{Lu}_]+(\.{3}|…)?|#\p{Lo}+[!?]?|#{2,}|Err:\d{3})$/u

/** 1.23E+06, 1,23E+06, 1E5. */
const isRounded = /^[+-]?\d+([.,]\d*)?E[+-]?\d{1,3}$/i

/** A code may be 1E5, but no code is 1E+05. */
const isWrittenByExcel = /E[+-]/i

/** Matches long numbers, because a spreadsheet writes noughts after 15 digits. */
const isCutShort = /^\d{15}0+$/

const isFraction = /^\d+[.,]0+$/

/** Days since 1899-12-30, from 1927 to 2091. */
const isSerialDay = /^[1-6]\d{4}([.,]\d+)?$/

const truthWords = new Set([
  ...['TRUE', 'FALSE', 'WAHR', 'FALSCH', 'VRAI', 'FAUX', 'VERO', 'FALSO', 'VERDADERO', 'WAAR'],
  ...['ONWAAR', 'PRAWDA', 'FAŁSZ', 'SANT', 'SANN', 'FALSK', 'VERDADEIRO'],
])

/** Returns whether only a spreadsheet can have put a day here: the field asks for no day and has no longer text. */
const mayBeDay = (name: string) =>
  name !== 'businessEstablished' && fieldOf(name).type !== 'area' && name !== 'directors'

/** 12-Mar, Mär 12, 12/03/2024, 2024-03-12. */
function isDay(text: string): boolean {
  if (isNumericDay.test(text)) return true
  const { before, after } = isNamedDay.exec(text)?.groups ?? {}
  const month = before ?? after
  return month !== undefined && months.has(bare(month))
}

const isNumericDay =
  /^(\d{1,2}([./-])\d{1,2}\2(\d{2}|\d{4})|\d{4}([./-])\d{1,2}\4\d{1,2})( 0?0:00(:00)?)?$/

const isNamedDay =
  /^(?:(?<before>\p{L}{3,10}\.?)[-./ ]+\d{1,4}|\d{1,2}\.?[-./ ]+(?<after>\p{L}{3,10}\.?)(?:[-./ ]+\d{2,4})?)$/u

const bare = (month: string) => month.toLowerCase().replace('.', '')

/** 12:30:00, 12:30 PM; a name may be 12:30. */
const isTime = /^\d{1,3}:\d{2}(:\d{2}([.,]\d+)?( ?[AP]M)?| ?[AP]M)$/i

/** In English, German, French, Spanish, Italian, Dutch, Portuguese, the Nordic languages and Polish. */
const months = new Set(
  [
    'january february march april may june july august september october november december',
    'januar februar märz mai juni juli oktober dezember',
    'janvier février mars avril juin juillet août septembre octobre novembre décembre',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre',
    'januari februari maart mei augustus janeiro fevereiro março maio junho julho setembro outubro',
    'jan feb mar apr jun jul aug sep sept oct nov dec mär mrz okt dez janv févr fév avr juil aoû déc',
    'ene abr ago dic gen mag giu lug set ott mrt fev out maj sty lut kwi cze lip sie wrz paź lis gru',
  ].flatMap((words) => words.split(' ')),
)
