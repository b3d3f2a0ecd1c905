import { consentNumber } from '#src/forms/terms/terms-parts.ts'
import { toDataUri } from '#src/security/png.ts'
import { makePng } from '../pdf/png-maker.ts'
import { stroke } from '../pdf/signatures.ts'

type Section = Record<string, unknown>

/** Everything the registration form asks, answered by a made-up company; section by section, as the form sends it. */
export const answers = {
  1: {
    accountType: 'credit',
    businessName: 'Sample Calibration Works Ltd',
    businessAddress: 'Unit 4, Test Park\n12 Example Road\nSampleford',
    postCode: 'EX4 2MP',
    telephone: '020 7946 0101',
    fax: '020 7946 0109',
    mainEmail: 'office@sample-calibration.example.com',
    mobile: '020 7946 0102',
    coRegistration: '01234567',
    dateIncorporation: '2009-03-03',
    vatNo: 'GB 123 4567 82',
    eoriNumber: 'GB123456782000',
    businessEstablished: '17',
    businessTypes: ['Private Ltd Co.', 'Partnership'],
    previousAddress: '1 Former Lane, Sampleford',
  },
  2: {
    directors: [
      { name: 'Tomasz Żółć', position: 'Managing director' },
      { name: "Aoife O'Sample", position: 'Company secretary' },
    ],
  },
  3: {
    accountsContact: 'Ada Sample-Jones',
    invoiceAddress: 'Ledger House\n3 Specimen Street\nExampleton',
    invoicePostCode: 'EX5 7AB',
    accountsTelephone: '020 7946 0103',
    accountsFax: '020 7946 0110',
    invoiceEmail: 'invoices@sample-calibration.example.com',
    financialEmail: 'finance@sample-calibration.example.com',
    invoiceQueriesEmail: 'queries@sample-calibration.example.com',
    poMandatory: true,
  },
  4: {
    buyerName: 'Bo Exämple',
    buyerEmail: 'buyer@sample-calibration.example.com',
    buyerTelephone: '020 7946 0104',
    buyerFax: '020 7946 0111',
    buyerMobile: '020 7946 0105',
  },
  5: {
    siteContact: 'Cy Specimen',
    deliveryAddress: 'Goods In, Unit 5, Test Park\n12 Example Road\nSampleford',
    deliveryPostCode: 'EX4 2MQ',
    deliveryTelephone: '020 7946 0106',
    deliveryFax: '020 7946 0112',
    deliveryEmail: 'goods-in@sample-calibration.example.com',
    deliveryMobile: '020 7946 0107',
    authSignature: toDataUri(makePng({ ...stroke, width: 60, height: 20 })),
    signerName: 'Łucja Wzór',
    position: 'Finance director',
    agreementDate: '2026-11-20',
  },
} satisfies Record<1 | 2 | 3 | 4 | 5, Section>

export type SectionNumber = keyof typeof answers

/** The save of one section as Next sends it, with some answers replaced; `undefined` leaves one out. */
export const sectionSave = (number: SectionNumber, changes: Section = {}): Section => ({
  [number]: { ...answers[number], ...changes },
  currentSection: number,
  completionPercentage: number * 20,
})

/** The final payload of Submit Application, with some answers replaced, whichever section they stand in. */
export function finalSave(changes: Section = {}): Section {
  const sections = Object.entries(answers).map(([number, section]) => [
    number,
    Object.fromEntries(
      Object.entries(section).map(([name, value]) => [
        name,
        name in changes ? changes[name] : value,
      ]),
    ),
  ])
  return {
    ...Object.fromEntries(sections),
    currentSection: 5,
    completionPercentage: 100,
    status: 'submitted',
    submittedAt: '2026-11-20T09:59:58.000Z',
  }
}

/** The whole form as a browser without scripts posts it, with some fields replaced; `undefined` leaves one out. */
export function wholeForm(
  changes: Record<string, unknown> = {},
): Record<string, string | string[]> {
  const directors = answers[2].directors.flatMap(({ name, position }, at) => [
    [`directors[${at}].name`, name],
    [`directors[${at}].position`, position],
  ])
  const sections = { ...answers[1], ...answers[3], ...answers[4], ...answers[5] }
  const page = { consent: consentNumber }
  const all: Record<string, unknown> = {
    ...sections,
    ...Object.fromEntries(directors),
    ...page,
    ...changes,
  }
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value : textOf(value)]),
  )
}

const textOf = (value: unknown) => (value === true ? 'yes' : String(value))
