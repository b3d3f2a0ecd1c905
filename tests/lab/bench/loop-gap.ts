import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded before the server: on SIGUSR2 it writes down the main loop's longest gap since the last time, in ms. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_GAP_FILE ?? '', String(delay.max / 1e6))
  delay.reset()
})
