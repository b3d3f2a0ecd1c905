import { expect, test } from 'vitest'
import { arrives, awake, back, button, fillToSigning, link, says, valueIn } from './steps.ts'
import { found, type Tab, until } from './tab.ts'
import { inEveryEngine } from './visit.ts'

inEveryEngine((travel, { name }) => {
  const address = (kind: string) => `${kind}-${name.toLowerCase()}@example.com`

  test(
    'from the landing page to the receipt and its PDF, with a drawn signature',
    travel(async ({ tab }) => {
      await tab.open('/')
      await tab.click(link('Registration Form'))
      await arrives(tab, '/client-form')
      await fillToSigning(tab, { mainEmail: address('drawn') })
      await found(tab, 'canvas')
      await until('the ink', async () => {
        await tab.draw('canvas', zigzag)
        return Boolean(await valueIn(tab, '[name=authSignature]'))
      })
      await submit(tab)
      const shown = await tab.run(async () => {
        const form = document.querySelector<HTMLFormElement>('#view-application')
        const answer = await fetch(form?.action ?? '')
        return [answer.status, answer.headers.get('content-type')]
      })
      expect(shown).toEqual([200, 'application/pdf'])
    }),
  )

  test(
    'with the name typed as signature; Back shows an empty form that can be filled again',
    travel(async ({ tab }) => {
      await fillToSigning(tab, { mainEmail: address('typed') })
      await tab.click('//summary[contains(., "Type your name instead")]')
      await tab.type('[name=typedName]', 'Ann Example')
      await submit(tab)
      expect(await tab.run(() => localStorage.getItem('countersign.typing'))).toBeNull()
      await back(tab)
      await until('an empty form', () =>
        tab.run(
          () =>
            location.pathname === '/client-form' &&
            document.querySelector<HTMLInputElement>('[name=businessName]')?.value === '',
        ),
      )
      await awake(tab)
      const filled = () =>
        [...document.querySelectorAll<HTMLInputElement>('#registration .input')]
          .filter(({ value, name }) => value && name !== 'agreementDate')
          .map(({ name }) => name)
      expect(await tab.run(filled)).toEqual([])
      expect(await tab.run(() => location.hash)).toBe('')
      await tab.open('/client-form#section-5')
      await found(tab, button('Submit Application'))
      expect(await tab.run(filled)).toEqual([])
    }),
  )

  if (name === 'Firefox')
    test(
      'where the browser hides what is drawn, the name is typed',
      travel(async ({ tab }) => {
        await fillToSigning(tab, { mainEmail: address('hidden') })
        await says(tab, 'Please type your name instead.')
        expect(await tab.run(() => document.querySelector('canvas')?.checkVisibility())).toBe(false)
        await tab.type('[name=typedName]', 'Ann Example')
        await submit(tab)
      }, true),
    )
})

const zigzag = Array.from({ length: 12 }, (_, step): [number, number] => [
  20 + step * 20,
  step % 2 ? 25 : 75,
])

async function submit(tab: Tab) {
  await tab.click(button('Submit Application'))
  await arrives(tab, '/success?id=')
  await says(tab, 'Application submitted successfully!')
}
