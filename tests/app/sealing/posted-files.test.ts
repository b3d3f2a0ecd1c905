import { describe, expect, test } from 'vitest'
import { testApp } from '../../support/app/test-app.ts'

describe('a form that is not what it says', () => {
  const boundary = 'x'
  const type = `multipart/form-data; boundary=${boundary}`
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`
  const bodies: [string, string, string, number][] = [
    ['of another type', 'application/x-www-form-urlencoded', 'file=x', 415],
    ['of JSON', 'application/json', '{}', 415],
    ['without a boundary', 'multipart/form-data', part, 415],
    ['with an empty boundary', 'multipart/form-data; boundary=', part, 400],
    ['with an endless boundary', `multipart/form-data; boundary=${'x'.repeat(5000)}`, part, 400],
    ['cut short in its file', type, `${part}%PDF-1.7`, 400],
    ['cut short in its headers', type, part.slice(0, 30), 400],
    ['that is empty', type, '', 400],
    ['of nothing but its end', type, `--${boundary}--\r\n`, 400],
    ['with endless headers', type, `--${boundary}\r\n${'a: b\r\n'.repeat(50_000)}`, 400],
    [
      'of a thousand fields',
      type,
      `${`--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`.repeat(1000)}--x--\r\n`,
      400,
    ],
  ]

  test.each(bodies)('%s is refused', async (_, contentType, body, status) => {
    const headers = { 'content-type': contentType }
    const app = testApp()
    const answer = await app.browser().send('/verify', { method: 'POST', body, headers })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.text).toContain('<h1')
  })

  test('and is broken off in the middle is no fault of ours', async () => {
    const app = testApp()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`${part}%PDF-1.7`))
        controller.error(new Error('gone'))
      },
    })
    const init = { method: 'POST', body, headers: { 'content-type': type }, duplex: 'half' }
    expect((await app.browser().send('/verify', init as RequestInit)).status).toBe(400)
    expect(app.logged().join()).not.toContain('request failed')
  })
})
