import { createServer, type RequestListener, type Server } from 'node:http'
import { count } from 'drizzle-orm'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { freeBytes } from '#db/files.ts'
import { jobs } from '#db/schema/jobs.ts'
import type { Deps } from './deps.ts'
import { localBackups } from './domain/backup/local-copies.ts'
import { offSite } from './domain/backup/state.ts'
import { version, warningsOf } from './domain/maintenance/health.ts'

/** Serves `GET /metrics` in the text format of Prometheus, and measures the requests of `server` from now on. */
export function metricsServer(deps: Deps, server: Server): Server {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // promtool refuses the names of these metrics, and each is also reported by type
  for (const what of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${what}_total`)
  observeRequests(server, registry)
  registerGauges(deps, registry)
  const slowest = { requestTimeout: 10_000, connectionsCheckingInterval: 2_000 }
  const metrics = createServer(slowest, answerFrom(deps, registry))
  metrics.maxConnections = 50
  return metrics
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function observeRequests(server: Server, registry: Registry) {
  const requests = new Histogram({
    name: 'countersign_http_request_seconds',
    help: 'Time to the last byte of each answer, by method and status',
    labelNames: ['method', 'status'],
    buckets: [0.01, 0.05, 0.25, 1, 5],
    registers: [registry],
  })
  server.prependListener('request', ({ method = '' }, response) => {
    const end = requests.startTimer({ method: methods.includes(method) ? method : 'other' })
    response.once('close', () => end({ status: response.writableEnded ? response.statusCode : 0 }))
  })
}

function registerGauges(deps: Deps, registry: Registry) {
  const { db, env } = deps
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => void,
  ) =>
    new Gauge({
      name: `countersign_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset()
        collect(this)
      },
    })
  gauge('info', 'Always 1; the label names the version', ['version'], (gauge) =>
    gauge.set({ version }, 1),
  )
  gauge('warning', 'Always 1; the label says what somebody should look at', ['about'], (gauge) => {
    for (const about of warningsOf(deps)) gauge.set({ about }, 1)
  })
  gauge(
    'jobs',
    'Emails, webhooks, documents and imports, by state; dead ones wait for somebody to send them again',
    ['queue', 'state'],
    (gauge) => {
      for (const { queue, state, number } of jobsByState(deps)) gauge.set({ queue, state }, number)
    },
  )
  gauge(
    'backup_timestamp_seconds',
    'When the newest backup was made; place is local or off-site',
    ['place'],
    (gauge) => {
      const local = localBackups(deps).newest
      const sent = offSite(deps)?.sent?.at
      if (local) gauge.set({ place: 'local' }, Date.parse(local) / 1000)
      if (sent) gauge.set({ place: 'off-site' }, sent / 1000)
    },
  )
  gauge(
    'drill_timestamp_seconds',
    'When a recovery drill last succeeded; absent before the first',
    ['result'],
    (gauge) => {
      const { held, failed } = offSite(deps)?.drill ?? {}
      if (held) gauge.set({ result: 'held' }, held.at / 1000)
      if (failed) gauge.set({ result: 'failed' }, failed.at / 1000)
    },
  )
  gauge('disk_free_bytes', 'Free space on the disk of the data', [], (gauge) =>
    gauge.set(freeBytes(env.DATA_DIR)),
  )
  gauge('database_bytes', 'Size of the database without its write-ahead log', [], (gauge) => {
    const sizes = ['page_count', 'page_size'].map((name) =>
      db.sqlite.pragma(name, { simple: true }),
    )
    gauge.set(sizes.reduce((product: number, size) => product * Number(size), 1))
  })
}

/** Leaves out sent jobs. They are deleted after a while, so their number means nothing. */
const jobsByState = ({ db }: Deps) =>
  db.orm
    .select({ queue: jobs.queue, state: jobs.state, number: count() })
    .from(jobs)
    .groupBy(jobs.queue, jobs.state)
    .all()
    .filter(({ state }) => state !== 'sent' && state !== 'discarded')

const answerFrom =
  ({ log }: Deps, registry: Registry): RequestListener =>
  async ({ method, url }, response) => {
    if (url !== '/metrics' || method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    } catch (err) {
      log.error({ err }, 'the metrics cannot be read')
      response.writeHead(500).end()
    }
  }
