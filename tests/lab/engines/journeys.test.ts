import { expect, onTestFinished, test } from 'vitest'
import { draftNotOpen } from '../../../src/forms/registration/draft-not-open.ts'
import { submitByCalls } from '../../support/browser/e2e-admin.ts'
import { invite, password } from '../../support/browser/e2e-client.ts'
import { openIdClient, startOpenIdProvider } from '../../support/browser/openid-provider.ts'
import { inEveryEngine } from './site.ts'
import {
  arrives,
  back,
  button,
  fill,
  fillToSigning,
  holds,
  link,
  opens,
  says,
  signIn,
  submit,
  valueIn,
} from './steps.ts'
import { resting, type Tab, until } from './tab.ts'

inEveryEngine((travel, name) => {
  const address = (kind: string) => `${kind}-${name.toLowerCase()}@example.com`

  test(
    'from the landing page to the receipt and its PDF, with a drawn signature',
    travel(async ({ tab }) => {
      await opens(tab, '/')
      await tab.click(link('Registration Form'))
      await arrives(tab, '/client-form')
      await fillToSigning(tab, address('drawn'))
      await until('the ink', async () => {
        await tab.draw('canvas', zigzag)
        return valueIn(tab, '[name=authSignature]')
      })
      await submit(tab)
      await showsDocument(tab)
    }),
  )

  test(
    'without scripts: from the landing page to the receipt and its PDF, with a mistake, a second director and a typed name',
    travel(async ({ tab }) => {
      await opens(tab, '/')
      await tab.click(link('Registration Form'))
      await arrives(tab, '/client-form')
      await fill(tab, { businessName: 'Plain Pages Ltd' })
      await tab.click(button('Next'))
      await says(tab, 'Main email')
      await resting(tab, '[aria-invalid=true]')
      await holds(tab, { '[name=businessName]': 'Plain Pages Ltd' })
      await fillToSigning(tab, address('plain'))
      await tab.click('[href="#section-2"]')
      await tab.click(button('Add Director'))
      await tab.type('[name="directors[1].name"]', 'Second Example')
      await tab.click(button('Next'))
      await tab.click('[href="#section-5"]')
      await holds(tab, { '[name="directors[1].name"]': 'Second Example' })
      expect(await tab.run(() => document.querySelector('canvas')?.checkVisibility())).toBe(false)
      await submit(tab)
      await showsDocument(tab)
    }, withoutScripts),
  )

  test(
    'without scripts: a draft that was deleted elsewhere loses nothing that is typed on the page',
    travel(async ({ tab }) => {
      await fillToSigning(tab, address('plain-closed'))
      await deleteDraftElsewhere(tab)
      await tab.click('[href="#section-4"]')
      await fill(tab, { buyerName: 'Typed Afterwards' })
      await tab.click(button('Next'))
      await says(tab, draftNotOpen)
      await holds(tab, { '[name=buyerName]': 'Typed Afterwards' })
      await opens(tab, '/client-form')
      await holds(tab, { '[name=buyerName]': '', '[name=businessName]': '', '[name=draft]': '' })
    }, withoutScripts),
  )

  test(
    'with the name typed as signature; Back shows an empty form',
    travel(async ({ tab }) => {
      await fillToSigning(tab, address('typed'))
      await tab.click('[name=signing][value=type]')
      await submit(tab)
      expect(await tab.run(() => localStorage.getItem('countersign.typing'))).toBeNull()
      await back(tab, '/client-form')
      await holds(tab, { '[name=businessName]': '' })
      const filled = () =>
        [...document.querySelectorAll<HTMLInputElement>('#registration .input')]
          .filter(({ value, name }) => value && name !== 'agreementDate')
          .map(({ name }) => name)
      expect(await tab.run(filled)).toEqual([])
      await opens(tab, '/client-form')
      expect(await tab.run(filled)).toEqual([])
    }),
  )

  test(
    'a reload, and Home and Back, lose nothing that was typed, nor does the next letter',
    travel(async ({ tab }) => {
      await typeSomething(tab)
      await tab.run(() => setTimeout(() => location.reload()) && true)
      await holds(tab, typed)
      await arrives(tab, '/client-form')
      await tab.click(link('Home'))
      await arrives(tab, '/')
      await back(tab, '/client-form')
      await holds(tab, typed)
      await tab.click('#step-1')
      await tab.type('[name=businessName]', '!')
      await opens(tab, '/client-form')
      await holds(tab, { ...typed, '[name=businessName]': 'Typed And Kept Ltd!' })
    }),
  )

  test(
    'a draft that was deleted elsewhere: what was typed stays on the page, and a new visit starts an empty form',
    travel(async ({ tab }) => {
      await fillToSigning(tab, address('closed'))
      await deleteDraftElsewhere(tab)
      await tab.click('#step-4')
      await fill(tab, { buyerName: 'Typed Afterwards' })
      await tab.click(button('Next'))
      await says(tab, draftNotOpen)
      await holds(tab, { '[name=buyerName]': 'Typed Afterwards' })
      await opens(tab, '/client-form')
      await holds(tab, { '[name=buyerName]': '', '[name=businessName]': '', '[name=draft]': '' })
    }),
  )

  for (const hasScripts of [true, false]) {
    const how = hasScripts ? '' : ' without scripts'

    test(
      `a client${how}: from the link in the email to a password, an edited application and out again`,
      travel(
        async ({ tab, site }) => {
          const email = address(hasScripts ? 'portal' : 'plain-portal')
          const server = { ...site.server, url: site.url }
          await opens(tab, `/client/set-password?token=${await invite(server, email)}`)
          await tab.type('[name=password]', password)
          await tab.type('[name=confirmPassword]', password)
          await tab.click(button('Set Password'))
          await arrives(tab, '/client-login')
          await says(tab, 'You can now log in to your client portal.')
          await holds(tab, { '#sign-in-email': email })
          await tab.type('#sign-in-password', password)
          await tab.click(button('Login'))
          await arrives(tab, '/client-portal')
          await says(tab, 'Under Review')
          await tab.click('#tab-buyer')
          await tab.click(button('Edit'))
          await tab.type('[name=buyerName]', ' Changed')
          await tab.click(button('Save'))
          await says(tab, 'Your changes have been saved and the accounts team has been notified.')
          await says(tab, 'Bo Exämple Changed')
          await tab.click(button('Logout'))
          await arrives(tab, '/client-login')
          await tab.open('/client-portal')
          await arrives(tab, '/client-login')
        },
        { hasScripts },
      ),
    )

    test(
      `an administrator${how}: sign in, find an application, approve it, and reject it after all`,
      travel(
        async ({ tab, site }) => {
          const company = `${name} ${hasScripts ? 'Gauges' : 'Pumps'}`
          const code = `C-${company}`
          const id = await submitByCalls(site, company)
          await signIn(tab)
          await tab.type('[type=search]', company)
          await tab.click(button('Search'))
          await arrives(tab, '/admin/dashboard?search=')
          await says(tab, company)
          expect(await tab.run(() => document.body.innerText)).not.toMatch(/NaN|\d{4}-\d\d-\d\dT/)
          await opens(tab, `/admin/applications/${id}`)
          await tab.click(button('Approve Application'))
          await tab.type('dialog[open] [name=customerCode]', code)
          await tab.click('dialog[open] [type=submit]')
          await says(tab, 'Approved')
          await says(tab, code)
          await tab.click(button('Reject Application'))
          await tab.type('dialog[open] textarea', 'No trade references')
          await tab.click('dialog[open] [type=submit]')
          await resting(tab, '//*[contains(@class, "badge")][contains(., "Rejected")]')
        },
        { hasScripts },
      ),
    )
  }

  test(
    'somebody of the back office: connect the provider of the firm, and sign in there',
    travel(async ({ tab, site }) => {
      const provider = await startOpenIdProvider(`${site.url}/api/admin/sign-in/callback`)
      onTestFinished(provider.stop)
      await signIn(tab)
      await opens(tab, '/admin/sign-in')
      const { id: clientId, secret: clientSecret } = openIdClient
      await fill(tab, { issuer: provider.issuer, clientId, clientSecret, name: 'Northgate' })
      await tab.click(button('Save'))
      await says(tab, 'Saved, and it answers')
      await arrives(tab, '/admin/sign-in')
      await opens(tab, '/admin/account')
      await tab.click(button('Connect Northgate'))
      await tab.click(link('Continue to Northgate'))
      await tab.type('[name=login]', name)
      await tab.type('[name=password]', 'any')
      await tab.click(button('Sign-in'))
      await tab.click(button('Continue'))
      await arrives(tab, '/admin/account')
      await says(tab, `connected to ${name}@firm.example`)
      await tab.click(button('Logout'))
      await arrives(tab, '/admin')
      await tab.click(link('Sign in with Northgate'))
      await arrives(tab, '/admin/dashboard')
    }),
  )

  if (name === 'Firefox')
    test(
      'where the browser hides what is drawn, the form and My account ask for the typed name',
      travel(
        async ({ tab }) => {
          await fillToSigning(tab, address('hidden'))
          await says(tab, 'Please type your name instead.')
          expect(await tab.run(() => document.querySelector('canvas')?.checkVisibility())).toBe(
            false,
          )
          await submit(tab)
          await signIn(tab)
          await tab.click(link('My account'))
          await arrives(tab, '/admin/account')
          await tab.click(link('Add Signature'))
          await says(tab, 'Please type your name instead.')
        },
        { isStrict: true },
      ),
    )
})

const withoutScripts = { hasScripts: false }

/** Waits until the document that the page of the receipt leads to has been made. */
const showsDocument = (tab: Tab) =>
  until(
    'the document',
    async () => {
      const path = await tab.run(
        () => document.querySelector<HTMLFormElement>('#view-application')?.action ?? '',
      )
      const { status, type } = await request(tab, 'GET', path)
      if (status === 200 && type === 'application/pdf') return true
      throw new Error(`${path} answered ${status}, ${type}`)
    },
    60,
  )

async function deleteDraftElsewhere(tab: Tab) {
  const draft = await valueIn(tab, '[name=draft]')
  const form = new URLSearchParams({ action: 'start-again', draft: draft ?? '' })
  await request(tab, 'POST', '/client-form', form.toString())
}

/** With the cookies of the page. In a browser without scripts only this way has an answer. */
const request = (tab: Tab, method: string, path: string, form: string | null = null) =>
  tab.run(
    (...[verb, address, body]) => {
      const call = new XMLHttpRequest()
      call.open(verb, address, false)
      call.setRequestHeader('content-type', 'application/x-www-form-urlencoded')
      call.send(body)
      return { status: call.status, type: call.getResponseHeader('content-type') }
    },
    method,
    path,
    form,
  )

const zigzag = Array.from({ length: 12 }, (_, step): [number, number] => [
  20 + step * 20,
  step % 2 ? 25 : 75,
])

const typed = {
  '[name=businessName]': 'Typed And Kept Ltd',
  '[name=coRegistration]': '01234567',
  '[name=dateIncorporation]': '2009-03-03',
  '[name=vatNo]': 'GB123456789',
  '[name="directors[0].name"]': 'First Example',
  '[name="directors[1].name"]': 'Second Example',
}

/** Types it unsaved: some with keys, the others at once, and a second director. */
async function typeSomething(tab: Tab) {
  await opens(tab, '/client-form')
  await tab.type('[name=businessName]', 'Typed And Kept Ltd')
  const others = Object.entries(typed).slice(1, 4)
  await fill(tab, Object.fromEntries(others.map(([field, value]) => [field.slice(6, -1), value])))
  await tab.click('#step-2')
  await tab.type('[name="directors[0].name"]', 'First Example')
  await tab.click(button('Add Director'))
  await tab.type('[name="directors[1].name"]', 'Second Example')
}
