import { expect, test } from 'vitest'
import { drawTypedName } from '#src/pdf/document/typed-signature.ts'
import { sectionSave } from '../../support/app/application-answers.ts'
import { testApp } from '../../support/app/test-app.ts'
import { latch } from '../../support/held-check.ts'
import { pdfStandIn } from '../../support/pdf/pdf-stand-in.ts'

test('one network that sends many typed names does not keep another from signing', async () => {
  const held = latch()
  const drawn: string[] = []
  const signature = async (name: string) => {
    await held.opened
    drawn.push(name)
    return drawTypedName(name)
  }
  const app = testApp({ deps: { pdf: { ...pdfStandIn(), signature } } })
  const sign = async (typedName: string, peer: string) => {
    const save = { ...sectionSave(5, { authSignature: undefined }), typedName }
    return (await app.browser(peer).post('/api/applications', save)).status
  }
  const many = Array.from({ length: 40 }, (_, at) => sign(`Many ${at}`, `2001:db8:1:${at}::1`))
  const refused = await Promise.race(many)
  const one = sign('One', '203.0.113.7')
  await app.request('/api/health')
  held.open()
  expect([refused, await one]).toEqual([503, 201])
  expect(drawn.indexOf('One')).toBeLessThan(5)
  const statuses = await Promise.all(many)
  expect(new Set(statuses)).toEqual(new Set([201, 503]))
})
