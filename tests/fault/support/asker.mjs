import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** Asks for an address again and again until it is told to end; says how long each answer took, and its status. */
const took = []
const statuses = new Set()
let going = true
parentPort?.once('message', () => {
  going = false
})
while (going) {
  const began = performance.now()
  const answer = await fetch(workerData)
  await answer.arrayBuffer()
  took.push(performance.now() - began)
  statuses.add(answer.status)
  if (took.length === 1) parentPort?.postMessage('begun')
  await pause(20)
}
parentPort?.postMessage({ took, statuses: [...statuses] })
