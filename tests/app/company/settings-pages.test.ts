import { expect, test } from 'vitest'
import { adminBrowser } from '../../support/app/admins.ts'
import { testApp } from '../../support/app/test-app.ts'

test('the pages of the settings lead to each other and mark the open one', async () => {
  const browser = await adminBrowser(testApp())
  const links = navOf(await browser.get('/admin/company'))
  expect(links.length).toBeGreaterThan(2)
  for (const { href } of links) {
    const answer = await browser.get(href)
    expect(answer.status).toBe(200)
    expect(navOf(answer).filter(({ current }) => current)).toEqual([{ href, current: true }])
    expect(answer.text).toContain('href="/admin/dashboard"')
  }
})

function navOf({ text }: { text: string }) {
  const nav = /<nav[^>]*aria-label="Settings">([\s\S]*?)<\/nav>/.exec(text)?.[1] ?? ''
  return [...nav.matchAll(/<a ([^>]*)>/g)].map(([, attributes = '']) => ({
    href: /href="([^"]*)"/.exec(attributes)?.[1] ?? '',
    current: attributes.includes('aria-current="page"'),
  }))
}
