import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jobs } from '#db/schema/jobs.ts'
import { metricsServer } from '#src/metrics.ts'
import { testApp } from '../../support/app/test-app.ts'
import { putEmails } from '../../support/mail/mail-settings.ts'

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A line of the metrics: a comment, or a name with labels and a number. */
const line =
  /^(# (HELP|TYPE) [a-z_]\w* .+|[a-z_]\w*(\{(\w+="[^"\\\n]*",?)+\})? (-?\d+(\.\d+)?(e[+-]?\d+)?|Na[Nn]|[+-]Inf))$/

test('counts requests and jobs in the text format, at the address of the metrics only', async () => {
  const app = testApp({ env: { COMPANY_NAME: '' } })
  const { deps } = app
  putEmails(app, 2)
  deps.db.orm.update(jobs).set({ state: 'dead' }).run()
  const server = createServer((_, response) => response.writeHead(503).end())
  const metrics = await addressOf(metricsServer(deps, server))
  const site = await addressOf(server)
  await fetch(site, { method: 'POST' })
  await fetch(site, { method: 'PROPFIND' })

  const answer = await fetch(`${metrics}/metrics`)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = (await answer.text()).trim().split('\n').filter(Boolean)
  expect(lines.filter((each) => !line.test(each))).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      'countersign_warning{about="the company has no name yet"} 1',
      'countersign_jobs{queue="email",state="dead"} 2',
      'countersign_http_request_seconds_count{method="POST",status="503"} 1',
      'countersign_http_request_seconds_count{method="other",status="503"} 1',
      expect.stringMatching(/^countersign_disk_free_bytes \d+/),
      expect.stringMatching(/^process_resident_memory_bytes \d+/),
    ]),
  )
  expect((await fetch(metrics)).status).toBe(404)
})

test('limits the connections of clients that send no request', async () => {
  const server = metricsServer(testApp().deps, createServer())
  const { port } = new URL(await addressOf(server))
  const sockets = Array.from({ length: 60 }, () => connect(Number(port), '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const isClosed = () => sockets.filter(({ destroyed }) => destroyed).length
  for (const socket of sockets) socket.on('error', () => {}).resume()
  await vi.waitFor(() => expect(isClosed()).toBe(10), 5000)
})
