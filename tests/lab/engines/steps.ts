import { answers, type SectionNumber } from '../../support/app/application-answers.ts'
import { found, type Tab, until } from './tab.ts'

type Answers = Record<string, unknown>

/** An element of this kind with exactly these words. */
export const button = (words: string) => `//button[normalize-space()='${words}']`
export const link = (words: string) => `//a[contains(normalize-space(), '${words}')]`

/** All islands of the page run. */
export const awake = ({ run }: Tab) =>
  until('the scripts', () =>
    run(() =>
      [...document.querySelectorAll<HTMLElement>('island-root')].every(
        ({ dataset }) => dataset.awake === 'true',
      ),
    ),
  )

/** Waits until the page shows these words. */
export const says = (tab: Tab, words: string) =>
  until(`"${words}"`, () => tab.run((text) => document.body.innerText.includes(text), words))

/** Waits until the address begins with a path. */
export const arrives = (tab: Tab, path: string) =>
  until(path, () =>
    tab.run(
      (start) =>
        (location.pathname + location.search).startsWith(start) &&
        document.readyState === 'complete',
      path,
    ),
  )

/** What stands in a field. */
export const valueIn = ({ run }: Tab, selector: string) =>
  run((field) => document.querySelector<HTMLInputElement>(field)?.value ?? null, selector)

/** Waits until these fields hold these values, and says which do not. */
export async function holds(tab: Tab, values: Record<string, string>) {
  let seen: Record<string, string | null> = {}
  await until(JSON.stringify(values), async () => {
    seen = Object.fromEntries(
      await Promise.all(
        Object.keys(values).map(async (field) => [field, await valueIn(tab, field)] as const),
      ),
    )
    return JSON.stringify(seen) === JSON.stringify(values)
  }).catch((error) => {
    throw new Error(`${error}, but the fields hold ${JSON.stringify(seen)}`)
  })
}

/** Fills fields at once, as typing would; real keys would take minutes. */
export const fill = ({ run }: Tab, values: Answers) =>
  run((given) => {
    for (const [name, value] of Object.entries(given)) {
      const wanted = [value].flat().map(String)
      for (const field of document.getElementsByName(name) as NodeListOf<HTMLInputElement>) {
        if (/radio|checkbox/.test(field.type)) field.checked = wanted.includes(field.value)
        else field.value = wanted[0] ?? ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }, values as never)

/** Fills a section with the answers of the made-up company. */
export async function fillSection(tab: Tab, section: SectionNumber, changes: Answers = {}) {
  if (section === 2) return fill(tab, { 'directors[0].name': answers[2].directors[0]?.name })
  const { authSignature: _, ...given }: Answers = { ...answers[section], ...changes }
  const asTyped = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : value,
  ])
  await fill(tab, Object.fromEntries(asTyped))
}

/** Fills four sections with Next and stands in the fifth, filled too but for the signature. */
export async function fillToSigning(tab: Tab, changes: Answers = {}) {
  await tab.open('/client-form')
  await awake(tab)
  for (const section of [1, 2, 3, 4] as const) {
    await fillSection(tab, section, section === 1 ? changes : {})
    await tab.click(button('Next'))
    await found(tab, `#section-title-${section + 1}`)
  }
  await fillSection(tab, 5)
}

/** Goes back in the history as the button does. */
export const back = ({ run }: Tab) => run(() => setTimeout(() => history.back()) && true)
