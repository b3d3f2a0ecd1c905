import { expect, test } from 'vitest'
import { adminEnv, openAsAdmin } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

test.each([
  ['a phone', 390],
  ['a desk', 1280],
])('on %s the Company Finder shows each choice of its lists whole', async (_, width) => {
  const { page } = await site.guest({ viewport: { width, height: 844 } })
  await openAsAdmin(page)
  for (const id of ['status', 'owner']) {
    const cut = await page.locator(`#${id}`).evaluate((element) => {
      const list = element as HTMLSelectElement
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(list)
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      pen.font = font
      const arrow = 20
      const room =
        list.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd) - arrow
      return [...list.options]
        .map(({ text }) => text)
        .filter((text) => pen.measureText(text).width > room)
    })
    expect(cut).toEqual([])
  }
})
