import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attachmentPieces, attachments } from '#db/schema/review.ts'
import { hours } from '#src/domain/calendar.ts'
import { cleanUp } from '#src/domain/maintenance/clean-up.ts'
import { erasePerson } from '#src/domain/privacy/erase.ts'
import { exportPerson } from '#src/domain/privacy/person-export.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { emailsOf, signedIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { abandonFile, answer, ask, pdf, requestsOf } from '../../support/requests.ts'

async function asked(limitFactor = 1000) {
  const app = testApp({ limitFactor })
  const { id, browser } = await signedIn(app)
  const admin = await adminBrowser(app)
  await ask(admin, id, 'Please send your accounts')
  return { app, id, browser, admin }
}

const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

/** The smallest JPEG with a size and an end. */
const photo = Uint8Array.from([
  ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0],
  ...[0xff, 0xda, 0, 3, 1, 0, 0xff, 0xd9],
])

const storedFiles = ({ deps }: TestApp) => deps.db.orm.select().from(attachments).all()
const storedPieces = ({ deps }: TestApp) => deps.db.orm.select().from(attachmentPieces).all()

describe('an answer with files', () => {
  test('stores a photo with its film, and a PDF after lines of a printer, as they were sent', async () => {
    const { app, id, browser, admin } = await asked()
    const film = new Uint8Array(600_000).fill(0x66)
    const files = [
      new File([photo, '\0\0\0\x20ftypmp42', film], 'PXL_2026.MP.jpg'),
      new File(['\r\n@PJL ENTER LANGUAGE=PDF\r\n%PDF-1.4\n%%EOF\n@PJL EOJ\r\n'], 'scan.pdf'),
    ]
    expect((await answer(browser, { files })).status).toBe(303)
    const [request] = await requestsOf(admin, id)
    expect(request?.files).toMatchObject([{ kind: 'jpeg' }, { kind: 'pdf' }])
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const [at, file] of files.entries()) {
      const stored = request?.files[at]
      const sent = sha256(await file.arrayBuffer())
      expect(stored).toMatchObject({ name: file.name, sha256: sent, isLocked: false })
      const path = `/api/applications/${id}/attachments/${stored?.id}`
      const download = await app.request(path, { headers: { cookie } })
      expect(sha256(await download.arrayBuffer())).toBe(sent)
    }
  })

  test('tells the reviewer and the customer that an encrypted PDF may ask for a password', async () => {
    const { id, browser, admin } = await asked()
    const trailer = 'trailer <</Root 1 0 R/Encrypt 9 0 R>>'
    await answer(browser, { files: [pdf('statement.pdf', trailer), pdf('letter.pdf')] })
    const [request] = await requestsOf(admin, id)
    expect(request?.files).toMatchObject([{ isLocked: true }, { isLocked: false }])
    for (const page of [
      await browser.get('/client-portal'),
      await admin.get(`/admin/applications/${id}`),
    ])
      expect(page.text.match(/may ask for a password\W*</g)).toHaveLength(1)
  })

  test('stores a file in pieces and returns it as it was sent, for download only', async () => {
    const { app, id, browser, admin } = await asked()
    const large = pdf('Größe 2025 “final”.pdf', new Uint8Array(700_000).fill(65))
    const sent = await answer(browser, { files: [large, pdf('b.PDF')] })
    expect(sent.headers.get('location')).toBe('/client-portal')
    expect(storedPieces(app)).toHaveLength(4)
    const [request] = await requestsOf(admin, id)
    expect(request).toMatchObject({
      answer: null,
      files: [
        { name: 'Größe 2025 “final”.pdf', kind: 'pdf', size: large.size },
        { name: 'b.PDF', kind: 'pdf' },
      ],
    })
    expect(emailsOf(app, 'request-answered')).toMatchObject([{ files: 2 }])

    const [file] = request?.files ?? []
    const path = `/api/applications/${id}/attachments/${file?.id}`
    const own = `/api/client/files/${file?.id}`
    expect((await browser.get('/client-portal')).text).toContain(`<a href="${own}">Größe 2025`)
    for (const [reader, each] of [
      [admin, path],
      [browser, own],
    ] as const) {
      const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answered = await app.request(each, { headers: { cookie } })
      const bytes = Buffer.from(await answered.arrayBuffer())
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file?.sha256)
      expect(bytes.equals(Buffer.from(await large.arrayBuffer()))).toBe(true)
      expect(Object.fromEntries(answered.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="Gr__e 2025 _final_.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%202025%20%E2%80%9Cfinal%E2%80%9D.pdf`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
      })
    }
    expect((await browser.get(path)).status).toBe(401)
  })

  const png = (width: number, end = '\0\0\0\0IEND\xaeB`\x82') => {
    const head = Buffer.from(
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x02\0\0\0',
      'latin1',
    )
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(width, 20)
    return [head, Buffer.from(end, 'latin1')]
  }
  const zipEnd = `PK\x05\x06${'\0'.repeat(18)}`
  const hostile: [string, File, string][] = [
    ['a program', new File(['MZ\x90\0'], 'a.pdf'), '“a.pdf” is not a PDF, PNG or JPEG file'],
    ['nothing', new File([''], 'a.pdf'), '“a.pdf” is empty'],
    [
      'a PDF with an archive',
      new File(['%PDF-1.7\n%%EOF\n', zipEnd], 'a.pdf'),
      'contains more than',
    ],
    ['a vast picture', new File(png(60_000), 'a.png'), 'has too many pixels'],
    ['a name that lies', pdf('holiday.png'), 'is a PDF file, but its name ends differently'],
    [
      'too much',
      pdf('big.pdf', new Uint8Array(10 * 1024 * 1024)),
      '“big.pdf” is larger than 10 MB',
    ],
  ]

  test.each(hostile)(
    'refuses an answer with %s in clear words, and keeps the text',
    async (_, file, why) => {
      const { app, id, browser, admin } = await asked()
      const refused = await answer(browser, { answer: 'Here it is', files: [pdf(), file] })
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(why)
      expect(refused.text).toContain('Here it is')
      expect([storedFiles(app), storedPieces(app)]).toEqual([[], []])
      expect(await requestsOf(admin, id)).toMatchObject([{ answer: null, answeredAt: null }])
    },
  )

  test('accepts at most five files with an answer', async () => {
    const { app, browser } = await asked()
    const refused = await answer(browser, { files: Array.from({ length: 6 }, () => pdf()) })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Choose at most 5 files'),
    ])
    expect(storedFiles(app)).toEqual([])
  })

  test('refuses an answer with files that do not fit on the disk, and keeps the text', async () => {
    const { app, browser } = await asked()
    const { sqlite } = app.deps.db
    const pages = Number(sqlite.pragma('page_count', { simple: true }))
    sqlite.pragma(`max_page_count = ${pages + 200}`)
    const files = [pdf('a.pdf', new Uint8Array(3_000_000))]
    const refused = await answer(browser, { answer: 'Here it is', files })
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('Here it is')])
    expect(refused.text).toContain('could not be stored right now')
    expect([storedFiles(app), storedPieces(app)]).toEqual([[], []])
  })

  test('leaves nothing behind when an answer with files breaks off', async () => {
    const { app, browser } = await asked()
    const head =
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7'
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from(head + 'A'.repeat(600_000)))
        controller.error(new Error('gone'))
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    expect((await browser.send('/client-portal', init)).status).toBe(400)
    expect(storedFiles(app)).toEqual([])
  })

  test('stores one of two answers at the same time, with its own files', async () => {
    const { app, id, browser, admin } = await asked()
    const request = String((await requestsOf(admin, id))[0]?.id)
    const answers = await Promise.all(
      ['a.pdf', 'b.pdf'].map((name) => answer(browser, { request, files: [pdf(name)] })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(storedFiles(app)).toHaveLength(1)
    expect((await requestsOf(admin, id))[0]?.files).toHaveLength(1)
  })

  test('adds no files to an answer that came with another post', async () => {
    const { app, id, browser, admin } = await asked()
    abandonFile(app, Number((await requestsOf(admin, id))[0]?.id))
    await answer(browser, { files: [pdf('own.pdf')] })
    expect((await requestsOf(admin, id))[0]?.files).toMatchObject([{ name: 'own.pdf' }])
    expect(storedFiles(app)).toHaveLength(1)
  })
})

test('never shows a file that a crash left behind, and removes it after an hour', async () => {
  const { app, id, admin } = await asked()
  abandonFile(app, Number((await requestsOf(admin, id))[0]?.id))
  expect((await requestsOf(admin, id))[0]?.files).toEqual([])
  const path = `/api/applications/${id}/attachments/1`
  expect((await admin.get(path)).status).toBe(404)
  app.clock.now += hours(1) + 1
  await cleanUp(app.deps)
  expect(storedFiles(app)).toEqual([])
})

test('exports and erases files with their person, and shows them in no list', async () => {
  const { app, id, browser, admin } = await asked()
  await answer(browser, { answer: 'See the file', files: [pdf('proof.pdf', 'wholly private')] })
  const text = JSON.stringify(exportPerson(app.deps, id))
  expect(text).toContain('proof.pdf')
  expect(text).toContain(Buffer.from('%PDF-1.7\nwholly private\n%%EOF\n').toString('base64'))
  expect((await admin.get('/api/applications/export')).text).not.toContain('See the file')
  await erasePerson(app.deps, id)
  expect(JSON.stringify(app.dump())).not.toContain('See the file')
  expect([storedFiles(app), storedPieces(app)]).toEqual([[], []])
})
