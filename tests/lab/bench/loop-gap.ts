import { writeFileSync } from 'node:fs'

/**
 * Loaded before the server: on SIGUSR2 it writes down the main loop's longest gap since the last time, and the most
 * processor time that the loop took without a break, both in ms.
 */
let before = { processor: processorTime(), clock: performance.now() }
let gap = 0
let stretch = 0
setInterval(note, 1).unref()
process.on('SIGUSR2', () => {
  note()
  writeFileSync(process.env.LOOP_GAP_FILE ?? '', JSON.stringify({ gap, stretch }))
  gap = 0
  stretch = 0
})

function note() {
  const now = { processor: processorTime(), clock: performance.now() }
  const passed = now.clock - before.clock
  gap = Math.max(gap, passed)
  // the system counts processor time in ticks, which may be longer than what passed
  stretch = Math.max(stretch, Math.min(passed, now.processor - before.processor))
  before = now
}

/** Of this thread alone: what other threads and programs take does not count. */
function processorTime() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
