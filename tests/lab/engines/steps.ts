import { answers } from '../../support/app/application-answers.ts'
import { admin } from '../../support/browser/e2e-admin.ts'
import { resting, type Tab, until } from './tab.ts'

/** An element of this kind with these words. */
export const button = (words: string) => `//button[normalize-space()='${words}']`
export const link = (words: string) => `//a[contains(normalize-space(), '${words}')]`

/** Waits until the page shows these words. */
export const says = (tab: Tab, words: string) =>
  until(`"${words}"`, () => tab.run((text) => document.body.innerText.includes(text), words))

/**
 * Waits until the address begins with a path (the landing page's is the whole) and the page has loaded; with scripts, until
 * its islands run.
 */
export const arrives = (tab: Tab, path: string) =>
  until(path, () =>
    tab.run(
      (start, hasScripts) =>
        (start === '/'
          ? location.pathname === start
          : (location.pathname + location.search).startsWith(start)) &&
        document.readyState === 'complete' &&
        (!hasScripts ||
          [...document.querySelectorAll<HTMLElement>('island-root')].every(
            ({ dataset }) => dataset.awake === 'true',
          )),
      path,
      tab.hasScripts,
    ),
  )

export async function opens(tab: Tab, path: string) {
  await tab.open(path)
  await arrives(tab, path)
}

/** Goes back in the history as the button does, to the form, which then reloads itself. */
export async function back(tab: Tab, path: string) {
  await tab.run(() => setTimeout(() => history.back()) && true)
  const arrival = () =>
    performance.getEntriesByType('navigation').map((entry) => entry.toJSON().type)
  await until('the reload', async () => (await tab.run(arrival)).includes('reload'))
  await arrives(tab, path)
}

export const valueIn = ({ run }: Tab, selector: string) =>
  run((field) => document.querySelector<HTMLInputElement>(field)?.value ?? null, selector)

/** Waits until these fields hold these values, and says which do not. */
export async function holds(tab: Tab, values: Record<string, string>) {
  let held: Record<string, string | null> = {}
  await until(JSON.stringify(values), async () => {
    held = {}
    for (const field of Object.keys(values)) held[field] = await valueIn(tab, field)
    return JSON.stringify(held) === JSON.stringify(values)
  }).catch((error) => {
    throw new Error(`${error}, but the fields hold ${JSON.stringify(held)}`)
  })
}

/** Fills fields by their names at once, as typing would; real keys would take minutes. */
export const fill = ({ run }: Tab, values: Record<string, unknown>) =>
  run((wanted) => {
    for (const [name, value] of Object.entries(wanted)) {
      const texts = [value]
        .flat()
        .map((one) => (one === true ? 'yes' : one === false ? 'no' : String(one)))
      for (const field of document.getElementsByName(name) as NodeListOf<HTMLInputElement>) {
        if (/radio|checkbox/.test(field.type)) field.checked = texts.includes(field.value)
        else field.value = texts[0] ?? ''
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }
  }, values as never)

/** Fills four sections with Next and stands in the fifth, filled too but for the signature. */
export async function fillToSigning(tab: Tab, mainEmail: string) {
  await opens(tab, '/client-form')
  const { authSignature: _, ...fifth } = answers[5]
  const director = { 'directors[0].name': answers[2].directors[0]?.name }
  const sections = [{ ...answers[1], mainEmail }, director, answers[3], answers[4]]
  for (const [at, section] of sections.entries()) {
    await fill(tab, section)
    await tab.click(button('Next'))
    await resting(tab, `#section-title-${at + 2}`)
  }
  await fill(tab, fifth)
}

export async function submit(tab: Tab) {
  await tab.click(button('Submit Application'))
  await arrives(tab, '/success?id=')
  // the title of the page, and with scripts a toast
  await says(
    tab,
    tab.hasScripts ? 'Application submitted successfully!' : 'Submitted Successfully!',
  )
}

export async function signIn(tab: Tab) {
  await opens(tab, '/admin')
  await tab.type('#sign-in-username', admin.username)
  await tab.type('#sign-in-password', admin.password)
  await tab.click(button('Login'))
  await arrives(tab, '/admin/dashboard')
  // WebKit warns of a script that was still loading when the page was left
  if (tab.hasScripts) await resting(tab, '.plot canvas')
}
