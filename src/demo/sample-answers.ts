import { businessTypes } from '#src/forms/fields/fields.ts'

const list = (words: string) => words.split(', ')

const places = list(
  'Kennet, Severn, Pennine, Fenland, Solway, Chiltern, Mersey, Tamar, Wolds, Orkney',
)
const trades = list(
  'Calibration, Instruments, Test Systems, Electronics, Metrology, Avionics, Process Control, Power Services',
)
const first = list(
  'Priya, Tomasz, Siân, Dele, Łukasz, Aoife, Ravi, Zoë, Γιώργος, Oksana, Marek, Ffion',
)
const last = list(
  'Nair, Żółć, O’Connor, Adeyemi, Nowak, Byrne, Patel, Müller, Παππάς, Коваль, Bianchi, Hughes',
)
const roads = list(
  'Station Road, Foundry Lane, Meridian Way, Gauge Street, Harbour View, Dial Close',
)
const towns = [
  ['Reading', 'RG1 2AB'],
  ['Bristol', 'BS1 4ND'],
  ['Leeds', 'LS1 5AZ'],
  ['Glasgow', 'G2 8DL'],
  ['Cardiff', 'CF10 1EP'],
  ['Norwich', 'NR2 1AB'],
] as const

/** Made-up answers to the whole form, the same for the same number; every address ends in example.com. */
export function sampleAnswers(number: number) {
  const random = randomFrom(number + 1)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const type = random() < 0.7 ? businessTypes[1] : pick(businessTypes)
  const name = `${pick(places)} ${pick(trades)} ${number} ${type === 'PLC' ? 'plc' : type === 'LLP' ? 'LLP' : 'Ltd'}`
  const domain = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.example.com`
  const [town, postCode] = pick(towns)
  const address = `${1 + Math.floor(random() * 90)} ${pick(roads)}\n${town}`
  const person = () => `${pick(first)} ${pick(last)}`
  const phone = () => `020 7946 0${String(Math.floor(random() * 1000)).padStart(3, '0')}`
  const mobile = () => `07700 900${String(Math.floor(random() * 1000)).padStart(3, '0')}`
  const signer = person()
  const digits = String(10000000 + Math.floor(random() * 89999999))
  return {
    signer,
    sections: {
      1: {
        accountType: random() < 0.75 ? 'credit' : 'cash',
        businessName: name,
        businessAddress: address,
        postCode,
        telephone: phone(),
        mainEmail: `accounts@${domain}`,
        mobile: mobile(),
        coRegistration: type === 'Sole Trader' ? 'Not registered' : digits,
        dateIncorporation: `${1980 + Math.floor(random() * 44)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
        vatNo: random() < 0.8 ? `GB ${digits}0` : 'Not registered',
        eoriNumber: random() < 0.6 ? `GB${digits}0000` : 'Not registered',
        businessEstablished: String(2 + Math.floor(random() * 40)),
        businessTypes: random() < 0.1 ? [type, 'Other'] : [type],
      },
      2: {
        directors: Array.from({ length: 1 + Math.floor(random() * 3) }, (_, at) => ({
          name: at === 0 ? signer : person(),
          position: at === 0 ? 'Managing Director' : 'Director',
        })),
      },
      3: {
        accountsContact: person(),
        invoiceAddress: address,
        invoicePostCode: postCode,
        accountsTelephone: phone(),
        invoiceEmail: `invoices@${domain}`,
        financialEmail: `finance@${domain}`,
        invoiceQueriesEmail: `queries@${domain}`,
        poMandatory: random() < 0.5,
      },
      4: {
        buyerName: person(),
        buyerEmail: `buying@${domain}`,
        buyerTelephone: phone(),
        buyerMobile: mobile(),
      },
      5: {
        siteContact: person(),
        deliveryAddress: `Goods in, ${address}`,
        deliveryPostCode: postCode,
        deliveryTelephone: phone(),
        deliveryEmail: `goodsin@${domain}`,
        deliveryMobile: mobile(),
        typedName: signer,
        position: 'Managing Director',
      },
    },
  }
}

/** A small generator that gives the same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
