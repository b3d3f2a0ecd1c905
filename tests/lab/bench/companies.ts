import { businessTypes } from '../../../src/forms/fields/fields.ts'
import { seededRandom } from '../../support/random.ts'

export type MadeUpCompany = {
  name: string
  number: string
  email: string
  phone: string
  vat: string
  address: string
  people: [string, string]
  types: string
}

const endings = ['Limited', 'Ltd', 'Ltd', 'LLP', 'plc', 'Group Ltd', '& Sons Ltd', 'Services Ltd']
const trades =
  'Calibration Instruments Electronics Metrology Avionics Engineering Systems Controls Power Supplies Components Testing Aerospace Marine Optics Sensors Robotics Plastics Castings Fasteners Hydraulics Pneumatics Laboratories Automation Signals Telecom Switchgear Motors Bearings Coatings Foundry Tooling Precision Networks'.split(
    ' ',
  )
const onsets =
  'b br bl c ch cl cr d dr f fl fr g gl gr h j k kn l m n p pl pr qu r s sc sh sk sl sm sp st str sw t th tr v w wh y z'.split(
    ' ',
  )
const vowels = 'a e i o u ai ea ee ie oa oo ou ay ey'.split(' ')
const codas = 'b ck d ff g l ld ll m mp n nd ng nt p r rd rk rn rt s sh sk st t th tt w x y'.split(
  ' ',
)
const tails = ['', '', '', 'er', 'ton', 'ham', 'ley', 'ford', 'son', 'wick', 'worth', 'by', 'man']

/**
 * Companies with names as registers have them: some forty thousand words, a few of them everywhere and most of them
 * rare, as words are; the same for the same seed.
 */
export function madeUpCompanies(seed: number): (at: number) => MadeUpCompany {
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const syllable = () => pick(onsets) + pick(vowels) + pick(codas)
  const words = [
    ...new Set(Array.from({ length: 40_000 }, () => capital(syllable() + pick(tails)))),
  ]
  // by rank, as words fall: the tenth most common is met about ten times less than the first
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? 'Sample'
  const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, '0')
  const mailboxes = ['office', 'info', 'accounts', 'sales', 'hello', 'admin', 'purchasing']
  return (at) => {
    const name = [word(), random() < 0.6 && word(), random() < 0.7 && pick(trades), pick(endings)]
      .filter(Boolean)
      .join(' ')
    const domain = name.toLowerCase().replace(/[^a-z]+/g, '-')
    const mailbox = random() < 0.6 ? pick(mailboxes) : `${word()}.${word()}`.toLowerCase()
    return {
      name,
      number: random() < 0.1 ? `SC${digits(6)}` : digits(8),
      email: `${mailbox}@${domain}${at}.example.com`,
      phone: `0${digits(10)}`,
      vat: digits(9),
      address: `${1 + Math.floor(random() * 200)} ${word()} Road\n${word()}\n${word()}shire`,
      people: [`${word()} ${word()}`, `${word()} ${word()}`],
      types: JSON.stringify([random() < 0.7 ? businessTypes[1] : pick(businessTypes)]),
    }
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
