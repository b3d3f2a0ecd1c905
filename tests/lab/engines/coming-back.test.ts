import { expect, test } from 'vitest'
import { arrives, awake, back, button, fill, holds, link } from './steps.ts'
import { found, type Tab, until } from './tab.ts'
import { inEveryEngine } from './visit.ts'

const director = (at: number) => `[name="directors[${at}].name"]`

const typed = {
  '[name=businessName]': 'Typed And Kept Ltd',
  '[name=coRegistration]': '01234567',
  '[name=dateIncorporation]': '2009-03-03',
  '[name=vatNo]': 'GB123456789',
  '[name=eoriNumber]': 'GB123456789000',
  '[name=businessEstablished]': '17',
  [director(0)]: 'First Example',
  [director(1)]: 'Second Example',
}

/** Some answers, none of them saved: one with keys, the others at once, and a second director. */
async function typeSomething(tab: Tab) {
  await tab.open('/client-form')
  await awake(tab)
  await tab.type('[name=businessName]', 'Typed And Kept Ltd')
  const others = Object.entries(typed).slice(1, 6)
  await fill(tab, Object.fromEntries(others.map(([field, value]) => [field.slice(6, -1), value])))
  await tab.click('#step-2')
  await tab.type(director(0), 'First Example')
  await tab.click(button('Add Director'))
  await tab.type(director(1), 'Second Example')
}

async function addALetter(tab: Tab) {
  await tab.click('#step-1')
  await tab.type('[name=businessName]', '!')
  await tab.reload()
  await awake(tab)
  await holds(tab, { ...typed, '[name=businessName]': 'Typed And Kept Ltd!' })
}

inEveryEngine((travel) => {
  test(
    'a reload loses nothing that was typed, nor does the next letter',
    travel(async ({ tab }) => {
      await typeSomething(tab)
      await tab.reload()
      await awake(tab)
      await holds(tab, typed)
      await addALetter(tab)
    }),
  )

  test(
    'Home and Back lose nothing that was typed, nor does the next letter',
    travel(async ({ tab }) => {
      await typeSomething(tab)
      await tab.click(link('Home'))
      await until('the landing page', () => tab.run(() => location.pathname === '/'))
      await back(tab)
      await arrives(tab, '/client-form')
      await awake(tab)
      await holds(tab, typed)
      await addALetter(tab)
    }),
  )

  test(
    'Back to a page that is older than what was typed since shows what was typed since',
    travel(async ({ tab }) => {
      await tab.open('/client-form')
      await awake(tab)
      await tab.type('[name=businessName]', 'Older Example')
      await tab.click(link('Home'))
      await until('the landing page', () => tab.run(() => location.pathname === '/'))
      await tab.click(link('Registration Form'))
      await arrives(tab, '/client-form')
      await awake(tab)
      await holds(tab, { '[name=businessName]': 'Older Example' })
      await tab.type('[name=businessName]', ' And Newer')
      await tab.click(link('Home'))
      await until('the landing page', () => tab.run(() => location.pathname === '/'))
      await tab.run(() => setTimeout(() => history.go(-3)) && true)
      await arrives(tab, '/client-form')
      await awake(tab)
      await holds(tab, { '[name=businessName]': 'Older Example And Newer' })
    }),
  )

  test(
    'what is kept is not put back after 7 days, and "Start again" ends it before the scripts too',
    travel(async ({ tab }) => {
      await typeSomething(tab)
      await tab.run((days) => {
        const kept = JSON.parse(localStorage.getItem('countersign.typing') ?? '')
        kept.at -= days * 86_400_000
        localStorage.setItem('countersign.typing', JSON.stringify(kept))
      }, 7.1)
      // In a new place of the history, so that no browser has fields of its own to put back.
      await tab.open('/client-form')
      await awake(tab)
      await holds(tab, { '[name=businessName]': '', '[name=coRegistration]': '' })
      await typeSomething(tab)
      // As the browser posts it by itself.
      await tab.run(() => {
        const form = document.querySelector<HTMLFormElement>('#start-again')
        const step = { name: 'action', value: 'start-again' }
        form?.append(Object.assign(document.createElement('input'), step))
        form?.submit()
      })
      await arrives(tab, '/client-form?new')
      await awake(tab)
      await holds(tab, { '[name=businessName]': '', '[name=coRegistration]': '' })
    }),
  )

  test(
    'a sign-in that is gone back to has no password in it and a button that can be pressed',
    travel(async ({ tab }) => {
      await tab.open('/client-login')
      await tab.type('#email', 'nobody@example.com')
      await tab.type('#password', 'a password of somebody')
      // As a sign-in that succeeds leaves the page: waiting, and the next page opens.
      await tab.run(() => {
        const [form] = document.querySelectorAll<HTMLFormElement>('form[data-call]')
        if (form) form.dataset.call = '/api/health'
        window.fetch = async () => new Response('{}', { status: 200 })
        if (form) form.dataset.next = '/'
      })
      await tab.click(button('Login'))
      await until('the next page', () => tab.run(() => location.pathname === '/'))
      await back(tab)
      await arrives(tab, '/client-login')
      await found(tab, button('Login'))
      await holds(tab, { '#password': '' })
      const disabled = () => document.querySelector('[type=submit]')?.getAttribute('aria-disabled')
      expect(await tab.run(disabled)).toBeNull()
    }),
  )
})
